import { useEffect, useState } from "react";
import type { SearchMessages } from "../../lib/i18n/browser-messages.ts";
import type { SearchState } from "./use-search.ts";

const SETTLE_MS = 500;

interface SearchStatusProps {
  readonly search: SearchState;
  readonly query: string;
  readonly messages: SearchMessages;
}

/** Tells screen readers how many results there are, once typing has paused; failures have their own alert. */
export function SearchStatus({ search, query, messages }: SearchStatusProps) {
  const words = searchStatusText(search, query, messages);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div role="status" className="sr-only">
      {said}
    </div>
  );
}

function searchStatusText({ loading, failure, answered, pages }: SearchState, query: string, messages: SearchMessages): string {
  if (!query || failure) return "";
  if (loading || !answered) return messages.searching;
  if (pages.length === 0) return messages.none(answered);
  const hits = pages.reduce((sum, page) => sum + page.hits.length, 0);
  return messages.count(hits, pages.length);
}
