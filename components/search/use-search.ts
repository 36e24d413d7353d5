import { useEffect, useState } from "react";
import type { Failure } from "../../lib/i18n/translate.ts";
import { announceText } from "../owner-texts.ts";
import { toFailure } from "../service-failure.ts";
import type { SiteScope } from "../site-scope.ts";
import { fetchResults, type PageHits, type SearchBoxRequest } from "./search-client.ts";

/** The state of the search box. Results of the query before stay until those of the new one are there. */
export interface SearchState {
  readonly loading: boolean;
  /** The query that `pages` answer; empty before the first answer. */
  readonly answered: string;
  readonly pages: readonly PageHits[];
  /** The query that `pages` are of, where words of `answered` were misspelt. */
  readonly correctedQuery: string | undefined;
  readonly failure: Failure | undefined;
}

const SETTLE_MS = 120;
/** A query that stands this long is no longer being typed. */
const TYPED_MS = 1_000;
const IDLE: SearchState = { loading: false, answered: "", pages: [], correctedQuery: undefined, failure: undefined };

/** Searches 120 ms after the last change of the request; the request before is aborted. `retry` repeats it immediately. */
export function useSearch(
  site: SiteScope,
  { query, language, version, kind }: SearchBoxRequest,
): SearchState & { retry: () => void } {
  const [state, setState] = useState<SearchState>(IDLE);
  const [attempt, setAttempt] = useState(0);
  const text = query.trim();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks the same again
  useEffect(() => {
    if (!text) {
      setState(IDLE);
      return;
    }
    const controller = new AbortController();
    setState((before) => ({ ...before, loading: true, failure: undefined }));
    let told: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(async () => {
      const next = await readState(site, { query: text, language, version, kind }, controller.signal);
      if (controller.signal.aborted) return;
      setState(next);
      if (next.failure === undefined) told = setTimeout(announceSearch, TYPED_MS, text, next.pages.length);
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      clearTimeout(told);
      controller.abort();
    };
  }, [site, text, language, version, kind, attempt]);

  return { ...state, retry: () => setAttempt((before) => before + 1) };
}

function announceSearch(text: string, pages: number): void {
  announceText(pages === 0 ? "search_empty" : "search", text, { length: text.length, pages });
}

async function readState(site: SiteScope, request: SearchBoxRequest, signal: AbortSignal): Promise<SearchState> {
  try {
    return { ...IDLE, answered: request.query, ...(await fetchResults(site, request, signal)) };
  } catch (error) {
    if (signal.aborted) return IDLE;
    return { ...IDLE, failure: toFailure(error, "server") };
  }
}
