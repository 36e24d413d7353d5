import { MessageSquare, Search } from "lucide";
import { nearestSentence } from "../components/marked-words.ts";
import { LucideSvg } from "../components/ui/lucide-svg.tsx";
import { PageLink } from "../components/ui/page-link.tsx";
import { getConfig } from "../lib/config/config.ts";
import { completeSite, type Site } from "../lib/content/site/site.ts";
import { assistantMessages } from "../lib/i18n/browser-messages.ts";
import { docsMessages } from "../lib/i18n/messages.ts";
import { type ScoredPassage, searchPassages } from "../lib/search/search.ts";
import { withBasePath } from "../lib/site/served/site-url.ts";

interface LiveDemoProps {
  readonly site: Site;
  readonly language: string;
  /** A search and a question that the content of the site answers. */
  readonly query: string;
  readonly question: string;
}

const SHOWN = 3;

/**
 * Shows the site at work: search results, the sentence that answers a question with its source, and buttons to
 * search and ask. Renders nothing when the search finds nothing.
 */
export async function LiveDemo({ site, language, query, question }: LiveDemoProps) {
  const searched = await completeSite(site);
  const filter = { language, version: site.project.defaultVersion };
  const find = (text: string) => searchPassages(searched, { query: text, limit: SHOWN, perPage: 1, filter });
  const [found, [best]] = [await find(query), await find(question)];
  if (found.length === 0 || !best) return null;
  const words = docsMessages(language);
  return (
    <div className="min-w-0 overflow-hidden rounded-xl border border-line bg-card text-[0.875rem] leading-normal shadow-float">
      <div className="border-line border-b p-4">
        <button
          type="button"
          data-open-search
          className="flex min-h-11 w-full items-center gap-2.5 rounded-lg border border-line-strong bg-paper px-3.5 text-start text-base hover:border-accent"
          aria-label={`${words.searchHere}: ${query}`}
        >
          <LucideSvg icon={Search} size={17} className="shrink-0 text-muted" />
          {query}
        </button>
        <ul className="mt-3 grid gap-1 *:min-w-0" aria-label={query}>
          {found.map((hit) => (
            <li key={hit.passage.id}>
              <Result hit={hit} query={query} />
            </li>
          ))}
        </ul>
      </div>
      <Answer hit={best} question={question} language={language} />
    </div>
  );
}

function Result({ hit, query }: { readonly hit: ScoredPassage; readonly query: string }) {
  return (
    <PageLink className="block rounded-lg px-3 py-2 hover:bg-accent-soft" href={hrefOf(hit)}>
      <span className="block truncate font-semibold">{passageTitle(hit)}</span>
      <span className="line-clamp-2 text-muted">{sentenceOf(hit, query)}</span>
    </PageLink>
  );
}

interface AnswerProps {
  readonly hit: ScoredPassage;
  readonly question: string;
  readonly language: string;
}

function Answer({ hit, question, language }: AnswerProps) {
  const messages = assistantMessages(language);
  return (
    <div className="grid gap-3 bg-paper p-4">
      <p className="ms-auto w-fit max-w-[85%] rounded-2xl rounded-ee-md bg-accent-soft px-3.5 py-2">{question}</p>
      <p>
        “{sentenceOf(hit, question)}”{" "}
        <PageLink
          className="inline-grid min-w-6 place-items-center rounded bg-accent-soft px-1.5 font-semibold text-accent text-xs"
          href={hrefOf(hit)}
          aria-label={messages.source("1", passageTitle(hit))}
        >
          1
        </PageLink>
      </p>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <PageLink className="min-w-0 truncate text-muted underline-offset-4 hover:underline" href={hrefOf(hit)}>
          {passageTitle(hit)}
        </PageLink>
        {getConfig().assistant.enabled ? (
          <a
            className="inline-flex items-center gap-2 font-semibold text-accent underline-offset-4 hover:underline"
            href={`${withBasePath("/")}?ask=${encodeURIComponent(question)}`}
          >
            <LucideSvg icon={MessageSquare} size={16} />
            {messages.placeholder}
          </a>
        ) : null}
      </p>
    </div>
  );
}

function hrefOf({ passage, section }: ScoredPassage): string {
  return section.anchor ? `${passage.path}#${section.anchor}` : passage.path;
}

function passageTitle({ passage, section }: ScoredPassage): string {
  return [passage.title, ...(section.heading ? section.heading.split(" > ") : [])].slice(0, 3).join(" › ");
}

/** Returns the section's sentence that is nearest to the words, else its first one. Code does not count as a sentence. */
function sentenceOf({ passage, section }: ScoredPassage, words: string): string {
  const blocks = passage.blocks.slice(section.from, section.to).filter(({ kind }) => kind !== "code" && kind !== "table");
  const text = blocks.map((block) => block.text).join("\n");
  const [first = ""] = text.split("\n").filter((line) => line.length > 30);
  return (nearestSentence(text, words) || first || passage.description).replace(/^[-*] /, "");
}
