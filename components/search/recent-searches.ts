import { readStored, writeStored } from "../browser-store.ts";

const MAX_SEARCHES = 6;
const MAX_LENGTH = 100;

/** Returns the reader's last searches in this browser, newest first; at most six. */
export function listRecent(domain: string): string[] {
  const stored = readStored("local", keyOf(domain));
  return stored ? toQueries(stored) : [];
}

/** Puts a search first in the list. Returns the new list. */
export function addRecent(domain: string, query: string): string[] {
  const text = query.trim().slice(0, MAX_LENGTH);
  if (!text) return listRecent(domain);
  return save(domain, [text, ...listRecent(domain).filter((other) => other.toLowerCase() !== text.toLowerCase())]);
}

/** Forgets one search. Returns the new list. */
export function removeRecent(domain: string, query: string): string[] {
  return save(
    domain,
    listRecent(domain).filter((other) => other !== query),
  );
}

/** Forgets all. */
export function clearRecent(domain: string): string[] {
  return save(domain, []);
}

function save(domain: string, queries: readonly string[]): string[] {
  const kept = queries.slice(0, MAX_SEARCHES);
  writeStored("local", keyOf(domain), kept.length > 0 ? JSON.stringify(kept) : null);
  return kept;
}

/** Other scripts of the page's origin, and older versions, may have written anything there. */
function toQueries(stored: string): string[] {
  try {
    const value: unknown = JSON.parse(stored);
    if (!Array.isArray(value)) return [];
    return value.filter((item): item is string => typeof item === "string" && item.length <= MAX_LENGTH).slice(0, MAX_SEARCHES);
  } catch {
    return [];
  }
}

function keyOf(domain: string): string {
  return `docent:recent-searches:${domain}`;
}
