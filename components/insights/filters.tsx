import Link from "next/link";
import { getConfig } from "../../lib/config/config.ts";
import type { InsightsMessages } from "../../lib/i18n/messages.ts";
import { withBasePath } from "../docs/site-url.ts";
import { FilterForm } from "./filter-form.tsx";
import { type InsightsView, PERIODS, toInsightsQuery } from "./request.ts";

interface FiltersProps {
  readonly view: InsightsView;
  readonly messages: InsightsMessages;
}

/** The choice of days, language and version: links and a form that is sent with each choice. */
export function Filters({ view, messages }: FiltersProps) {
  const { project, days, scope } = view;
  const { projects } = getConfig();
  const choices = [
    {
      name: "project",
      label: messages.project,
      value: project.id,
      options: projects.length > 1 ? projects.map(({ id, name }) => [id, name]) : [],
    },
    {
      name: "language",
      label: messages.language,
      value: scope.language ?? "",
      options: project.languages.length > 1 ? [["", messages.all], ...project.languages.map(({ id, label }) => [id, label])] : [],
    },
    {
      name: "version",
      label: messages.version,
      value: scope.version ?? "",
      options: project.versions.length > 1 ? [["", messages.all], ...project.versions.map(({ id, label }) => [id, label])] : [],
    },
  ].filter(({ options }) => options.length > 0);
  return (
    <div className="mt-6 flex flex-wrap items-end gap-x-6 gap-y-4">
      <nav aria-label={messages.period} className="flex overflow-hidden rounded-lg border border-line-strong">
        {PERIODS.map((count) => (
          <Link
            key={count}
            href={`/insights?${toInsightsQuery({ scope, days: count })}`}
            prefetch={false}
            aria-current={count === days ? "page" : undefined}
            className="border-line border-e px-3.5 py-2 text-sm last:border-e-0 hover:bg-sunk aria-[current]:bg-accent aria-[current]:font-semibold aria-[current]:text-on-accent"
          >
            {messages.days(count)}
          </Link>
        ))}
      </nav>
      {choices.length > 0 ? (
        <FilterForm action={withBasePath("/insights")}>
          <input type="hidden" name="days" value={days} />
          {choices.map(({ name, label, value, options }) => (
            <label key={name} className="grid gap-1 text-muted text-xs">
              {label}
              <select
                name={name}
                defaultValue={value}
                className="rounded-lg border border-line-strong bg-paper px-2.5 py-1.75 text-ink text-sm"
              >
                {options.map(([id = "", text = ""]) => (
                  <option key={id} value={id}>
                    {text}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <noscript>
            <button type="submit" className="rounded-lg border border-line-strong px-3 py-1.75 text-sm hover:bg-sunk">
              {messages.apply}
            </button>
          </noscript>
        </FilterForm>
      ) : null}
    </div>
  );
}
