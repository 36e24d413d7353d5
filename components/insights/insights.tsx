/*
 * The insights: what readers search, ask and miss, for the owner of the site.
 * Reports of one period come in; sums as charts, and lists with links to threads and drafts of pages, come out.
 * Start at `Insights`. `Filters` chooses the period, `lists.tsx` and `chart.tsx` show it, `sign-in.tsx` is before it.
 */

import Link from "next/link";
import { getConfig } from "../../lib/config/config.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { suggestRedirect } from "../../lib/content/site/suggest-pages.ts";
import type { InsightsMessages } from "../../lib/i18n/messages.ts";
import type { Dashboard } from "../../lib/insights/dashboard.ts";
import { Agents } from "./agents.tsx";
import { Chart } from "./chart.tsx";
import { AddTest, ListItem, ListSection, SHOWN, ThreadLink, WritePage } from "./lists.tsx";
import { PageLink } from "./page-link.tsx";
import { type InsightsView, PERIODS, toInsightsQuery } from "./request.ts";
import "./insights.css";
import type { Totals } from "../../lib/insights/sums.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import { FilterForm } from "./filter-form.tsx";

export interface InsightsProps {
  readonly dashboard: Dashboard;
  readonly view: InsightsView;
  readonly site: Site;
  readonly language: string;
  readonly messages: InsightsMessages;
}

/** Renders the insights for the site's owner: searches, questions and missing pages of readers. */
export function Insights(props: InsightsProps) {
  const { dashboard, view, language, messages } = props;
  const { totals, earlier, days } = dashboard;
  if (dashboard.isEmpty)
    return (
      <div className="mt-8 rounded-xl border border-line bg-card px-6 py-8">
        <h2 className="font-display font-(--display-weight) text-xl">{messages.empty}</h2>
        <p className="mt-2 max-w-160 text-muted">{messages.emptyText}</p>
      </div>
    );
  return (
    <>
      <Filters view={view} messages={messages} />
      <h2 className="sr-only">{messages.summary}</h2>
      <Numbers totals={totals} earlier={earlier} language={language} messages={messages} />
      <section aria-labelledby="per-day" className="mt-10">
        <h2 id="per-day" className="mb-3 font-display font-(--display-weight) text-xl">
          {messages.perDay}
        </h2>
        <Chart days={days} language={language} messages={messages} />
      </section>
      {getConfig().insights.texts ? null : <p className="mt-10 text-muted">{messages.textsOff}</p>}
      <Questions {...props} />
      <Searches {...props} />
      <Pages {...props} />
      <Missing {...props} />
      <Sections {...props} />
      <Widget {...props} />
      <Agents agents={dashboard.agents} site={props.site} language={language} messages={messages} />
      <Operations {...props} />
    </>
  );
}

function Questions({ dashboard: { questions }, view, messages }: InsightsProps) {
  const section = { title: messages.questionsTitle, hint: messages.questionsHint, report: "questions", count: questions.length };
  return (
    <ListSection {...section} messages={messages}>
      {questions.slice(0, SHOWN).map(({ label, items }) => {
        const threads = items.flatMap(({ threadId, text }) => (threadId ? [{ threadId, text }] : []));
        return (
          <ListItem
            key={label}
            main={<strong className="font-semibold">{label}</strong>}
            facts={
              <>
                {messages.times(items.length)},{" "}
                {items.some(({ outcome }) => outcome === "refused") ? messages.refused : messages.low}
                <OtherWords words={items.map(({ text }) => text)} label={label} />
              </>
            }
            actions={
              <>
                {threads.slice(0, 1).map(({ threadId }) => (
                  <ThreadLink key={threadId} id={threadId} view={view} messages={messages} label={label} />
                ))}
                <WritePage draft={{ title: label, questions: items.map(({ text }) => text) }} view={view} messages={messages} />
                <AddTest about={label} asked={items} kind="question" view={view} messages={messages} />
              </>
            }
          />
        );
      })}
    </ListSection>
  );
}

/** Lists the other forms of a question, each once. */
function OtherWords({ words, label }: { readonly words: readonly string[]; readonly label: string }) {
  const toKey = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const others = [...new Map(words.map((text) => [toKey(text), text]))].filter(([key]) => key !== toKey(label));
  if (others.length === 0) return null;
  return (
    <ul className="mt-1 list-disc ps-5">
      {others.slice(0, 5).map(([key, text]) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  );
}

function Searches({ dashboard: { searches }, view, messages }: InsightsProps) {
  return (
    <ListSection title={messages.searchesTitle} report="failed-searches" count={searches.length} messages={messages}>
      {searches.slice(0, SHOWN).map(({ text, language, version, searches: count, empty }) => (
        <ListItem
          key={`${text}\n${language}\n${version}`}
          main={<strong className="font-semibold">{text}</strong>}
          facts={[messages.times(count), empty > 0 ? messages.noResult(empty) : messages.noClick, language, version]
            .filter(Boolean)
            .join(" · ")}
          actions={
            <>
              <WritePage draft={{ title: text, questions: [text] }} view={view} messages={messages} />
              <AddTest about={text} asked={[{ text, language, version }]} kind="search" view={view} messages={messages} />
            </>
          }
        />
      ))}
    </ListSection>
  );
}

function Pages({ dashboard: { pages, comments }, site, messages }: InsightsProps) {
  return (
    <ListSection title={messages.pagesTitle} report="comments" count={pages.length} messages={messages}>
      {pages.slice(0, SHOWN).map(({ subject, counts }) => (
        <ListItem
          key={subject}
          main={<PageLink site={site} path={subject} />}
          facts={
            <>
              {messages.upDown(counts.page_up ?? 0, counts.page_down ?? 0)}
              <ul className="mt-1 list-disc ps-5">
                {comments
                  .filter(({ page, rating }) => page === subject && rating === "down")
                  .slice(0, 5)
                  .map(({ text, lastAt }, index) => (
                    <li key={`${lastAt}${index.toString()}`}>{text}</li>
                  ))}
              </ul>
            </>
          }
        />
      ))}
    </ListSection>
  );
}

function Sections({ dashboard: { sections }, site, messages }: InsightsProps) {
  return (
    <ListSection title={messages.sectionsTitle} report="sections" count={sections.length} messages={messages}>
      {sections.slice(0, SHOWN).map(({ subject, counts }) => (
        <ListItem key={subject} main={<PageLink site={site} path={subject} />} facts={messages.times(counts.section ?? 0)} />
      ))}
    </ListSection>
  );
}

/** Renders questions asked through the widget, when there are any. */
function Widget({ dashboard: { widget }, messages }: InsightsProps) {
  if (widget.length === 0) return null;
  return (
    <ListSection title={messages.widgetTitle} report="widget" count={widget.length} messages={messages}>
      {widget.slice(0, SHOWN).map(({ subject, counts }) => (
        <ListItem key={subject} main={subject} facts={messages.times(counts.question_embedded ?? 0)} />
      ))}
    </ListSection>
  );
}

function Missing({ dashboard: { missing }, view, site, messages }: InsightsProps) {
  return (
    <ListSection title={messages.missingTitle} report="missing" count={missing.length} messages={messages}>
      {missing.slice(0, SHOWN).map(({ path, from, count }) => {
        // None for a closed page, and for one that is newer than the visit.
        const line = suggestRedirect(site, path);
        return (
          <ListItem
            key={path}
            main={<code className="font-semibold">{path}</code>}
            facts={
              <>
                {messages.times(count)}
                {from ? <> · {messages.from(from)}</> : null}
                {line === undefined ? null : (
                  <>
                    <span className="sr-only">{messages.redirect}: </span>
                    <code className="mt-1 block overflow-x-auto rounded bg-sunk px-2 py-1 text-ink">{line}</code>
                  </>
                )}
              </>
            }
            actions={
              line === undefined ? null : <WritePage draft={{ title: path, questions: [path] }} view={view} messages={messages} />
            }
          />
        );
      })}
    </ListSection>
  );
}

function Operations({ dashboard: { keys, updates }, language, messages }: InsightsProps) {
  const format = new Intl.NumberFormat(language);
  return (
    <>
      <ListSection title={messages.keysTitle} report="keys" count={keys.length} messages={messages}>
        {keys.slice(0, SHOWN).map(({ id, name, messages: used, limit }) => (
          <ListItem
            key={String(id)}
            main={<strong className="font-semibold">{name || id}</strong>}
            facts={
              <>
                {messages.ofLimit(format.format(Number(used)), format.format(Number(limit)))}
                <meter
                  aria-label={String(name || id)}
                  min={0}
                  max={Number(limit)}
                  high={Number(limit) * 0.8}
                  value={Number(used)}
                  className="limit-meter ms-3 h-2 w-32"
                />
              </>
            }
          />
        ))}
      </ListSection>
      <ListSection title={messages.updatesTitle} report="updates" count={updates.length} messages={messages}>
        {updates.slice(0, 5).map(({ statusId, day, status, summary, error }) => (
          <ListItem key={String(statusId)} main={`${day} · ${status}`} facts={error ?? summary ?? ""} />
        ))}
      </ListSection>
    </>
  );
}

interface NumbersProps {
  readonly totals: Totals;
  readonly earlier: Totals;
  readonly language: string;
  readonly messages: InsightsMessages;
}

/** Renders the sums of the period, each compared with the period before. */
function Numbers({ totals, earlier, language, messages }: NumbersProps) {
  const format = new Intl.NumberFormat(language);
  const poor = (sums: Totals) => sums.question_refused + sums.question_low;
  const numbers = [
    [messages.searches, totals.search, earlier.search],
    [messages.emptySearches, totals.search_empty, earlier.search_empty],
    [messages.questions, totals.question, earlier.question],
    [messages.poorAnswers, poor(totals), poor(earlier)],
    [messages.answersDown, totals.answer_down, earlier.answer_down],
    [messages.pagesDown, totals.page_down, earlier.page_down],
    [messages.missing, totals.missing, earlier.missing],
    [messages.robots, totals.robot, earlier.robot],
  ] as const;
  return (
    <dl className="mt-8 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {numbers.map(([name, now, before]) => (
        <div key={name} className="grid content-start rounded-xl border border-line bg-card px-4 py-3">
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="font-semibold text-2xl [font-variant-numeric:tabular-nums]">{format.format(now)}</dd>
          <dd className="text-muted text-xs [font-variant-numeric:tabular-nums]">
            {before === 0 ? messages.noneBefore : `${changeOf(now, before, language)} ${messages.before(format.format(before))}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats the change in percent from the period before: `+12 %`. */
function changeOf(now: number, before: number, language: string): string {
  const format = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 0 });
  return `${format.format(now / before - 1)} ·`;
}

interface FiltersProps {
  readonly view: InsightsView;
  readonly messages: InsightsMessages;
}

/** Renders the choice of days, language and version: links and a form that is sent with each choice. */
function Filters({ view, messages }: FiltersProps) {
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
