import type { SearchMessages } from "../../lib/i18n/browser-messages.ts";
import type { SiteScope } from "../site-scope.ts";
import { type PageHits, type SearchBoxRequest, sectionsOf } from "./search-client.ts";
import { AskOption, optionId, PageGroup } from "./search-options.tsx";

/** The results, in the order in which they are shown. */
export interface ShownResults {
  readonly likely: readonly PageHits[];
  readonly lessLikely: readonly PageHits[];
  /** Position of the assistant among the results; undefined when the site has none. */
  readonly ask: "first" | "last" | undefined;
}

interface SearchResultsProps {
  readonly id: string;
  readonly shown: ShownResults;
  readonly site: SiteScope;
  readonly request: SearchBoxRequest;
  /** The query that the results are of. */
  readonly answered: string;
  /** The query that they are of instead, where words of it were misspelt. */
  readonly correctedQuery: string | undefined;
  readonly active: number;
  readonly messages: SearchMessages;
  readonly onOpen: (path: string) => void;
  readonly onAsk: () => void;
  readonly onPoint: (index: number) => void;
}

/** Renders the listbox of results: likely pages, much less likely ones set apart, and the assistant. */
export function SearchResults({
  id,
  shown,
  site,
  request,
  answered,
  correctedQuery,
  active,
  messages,
  onOpen,
  onAsk,
  onPoint,
}: SearchResultsProps) {
  const { likely, lessLikely, ask } = shown;
  const offset = ask === "first" ? 1 : 0;
  const asked = offset > 0 ? 0 : countHits([...likely, ...lessLikely]);
  const group = (page: PageHits, first: number) => (
    <PageGroup
      key={page.path}
      page={page}
      query={correctedQuery ?? answered}
      listId={id}
      first={first}
      active={active}
      scope={{ site, language: request.language, version: request.version }}
      onChoose={onOpen}
      onPoint={onPoint}
    />
  );
  const groups = (pages: readonly PageHits[], from: number) =>
    pages.map((page, index) => group(page, from + countHits(pages.slice(0, index))));
  const askOption = (
    <AskOption
      id={optionId(id, asked)}
      query={request.query.trim()}
      active={active === asked}
      messages={messages}
      atFoot={ask === "last"}
      onChoose={onAsk}
      onPoint={() => onPoint(asked)}
    />
  );
  const list = (
    <div id={id} role="listbox" aria-label={messages.results} className="flex flex-col gap-1">
      {ask === "first" && askOption}
      {groups(likely, offset)}
      {lessLikely.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group options of a listbox
        <div role="group" aria-label={messages.lessLikely} className="mt-1 flex flex-col gap-1 border-line border-t pt-2">
          <span aria-hidden="true" className="px-2 text-muted text-xs">
            {messages.lessLikely}
          </span>
          {groups(lessLikely, offset + countHits(likely))}
        </div>
      )}
      {ask === "last" && askOption}
    </div>
  );
  if (correctedQuery === undefined) return list;
  return (
    <>
      <p className="truncate px-3 pb-2 text-muted text-sm">{messages.corrected(correctedQuery)}</p>
      {list}
    </>
  );
}

/** Counts the choices of these pages: titles and sections. */
function countHits(pages: readonly PageHits[]): number {
  return pages.reduce((count, page) => count + 1 + sectionsOf(page).length, 0);
}
