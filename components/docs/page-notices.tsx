import { TriangleAlert } from "lucide";
import type { ReactNode } from "react";
import { getEnvironment } from "../../lib/config/config.ts";
import type { ContentProblem } from "../../lib/content/model/notice.ts";
import type { PageKey } from "../../lib/content/model/urls.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { languageOf } from "../../lib/i18n/i18n.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { firstPath } from "../../lib/navigation/navigation.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Message } from "../ui/message.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { latestOf } from "./alternatives.ts";
import { ProblemCard } from "./problem-card.tsx";

/** Says that the page belongs to an old version, and leads to the current one. */
export function VersionNotice({ site, pageKey, messages }: { site: Site; pageKey: PageKey; messages: DocsMessages }) {
  const { project } = site;
  if (pageKey.version === null || pageKey.version === project.defaultVersion) return null;
  const labelOf = (id: string | null) => project.versions.find((version) => version.id === id);
  const version = labelOf(pageKey.version);
  const latest = latestOf(site, pageKey);
  const target = latest ?? firstPath(site, { language: pageKey.language, version: project.defaultVersion });
  return (
    <Notice>
      {version?.note ?? messages.oldVersion(version?.label ?? "", labelOf(project.defaultVersion)?.label ?? "")}{" "}
      {target ? (
        <PageLink className="font-semibold underline underline-offset-[0.2em]" href={target}>
          {latest ? messages.readInLatest : messages.latestHome}
        </PageLink>
      ) : null}
    </Notice>
  );
}

interface FallbackNoticeProps {
  readonly site: Site;
  /** The language in which the page was asked for. */
  readonly language: string;
  readonly messages: DocsMessages;
}

/** Says that the page is not translated. */
export function FallbackNotice({ site, language, messages }: FallbackNoticeProps) {
  const shown = site.project.languages.find(({ id }) => id === site.project.defaultLanguage);
  // The name is in the language of the sentence, which is English where it is not translated.
  const spoken = languageOf(messages, "fallback");
  const name = languageName(site.project.defaultLanguage, spoken ?? language) ?? shown?.label ?? "";
  return (
    <Notice>
      <span lang={spoken}>{messages.fallback(name)}</span>
    </Notice>
  );
}

/** Returns the name of a language in another one; undefined when the platform does not know it. */
function languageName(id: string, language: string): string | undefined {
  return new Intl.DisplayNames(languageTag(language), { type: "language", fallback: "none" }).of(languageTag(id));
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div
      className="mb-5 flex gap-3 rounded-(--radius) border border-(--tone-warning)/40 bg-(--tone-warning)/7 px-4 py-3 text-[0.9375rem]"
      role="note"
    >
      <LucideSvg icon={TriangleAlert} size={17} className="mt-0.75 shrink-0 text-(--tone-warning)" />
      <p>{children}</p>
    </div>
  );
}

/** A folder in the wrong place has hundreds. */
const MAX_CARDS = 3;

/** Shows, in development, unusable files that have no page to say so, such as a meta.json or a page in no language's folder. */
export function FileProblems({ site, messages }: { site: Site; messages: DocsMessages }) {
  if (!getEnvironment().development) return null;
  const shown = new Set(site.pages.map(({ file }) => file));
  const problems = site.problems.filter(({ file }) => !shown.has(file));
  return (
    <>
      {problems.slice(0, MAX_CARDS).map((problem) => (
        <ProblemCard key={`${problem.file}${problem.reason}`} problem={problem}>
          <strong>
            <Message of={messages} name={isOrder(problem) ? "brokenOrder" : "brokenFile"} />
          </strong>{" "}
          <Message of={messages} name={isOrder(problem) ? "brokenOrderText" : "brokenFileText"} />
        </ProblemCard>
      ))}
      {problems.length > MAX_CARDS ? <Notice>{messages.moreFiles(problems.length - MAX_CARDS)}</Notice> : null}
    </>
  );
}

function isOrder({ file }: ContentProblem): boolean {
  return /(?:^|\/)meta\.json$/.test(file);
}
