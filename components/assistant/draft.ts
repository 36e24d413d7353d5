import type { ContextItem } from "./assistant-store.ts";
import { type Draft, readDraft, writeDraft } from "./conversation-storage.ts";

/** Most excerpts that can be attached to a question; the service takes no more. */
export const MAX_CONTEXT = 5;
const MAX_CHARACTERS = 2000;

const drafts = new Map<string, Draft>();
const watchers = new Set<() => void>();

/** Returns the unsent question; it is kept while the panel is closed, another page is opened or the page is loaded again. */
export function getDraft(domain: string): Draft {
  const draft = drafts.get(domain) ?? readDraft(domain);
  drafts.set(domain, draft);
  return draft;
}

export function setDraftText(domain: string, text: string): void {
  change(domain, { ...getDraft(domain), text });
}

/** Adds an excerpt, cut to 2,000 characters. Returns false when there are five already. */
export function addContext(domain: string, item: ContextItem): boolean {
  const draft = getDraft(domain);
  const added = { ...item, value: item.value.slice(0, MAX_CHARACTERS) };
  if (draft.context.some(({ value }) => value === added.value)) return true;
  if (draft.context.length >= MAX_CONTEXT) return false;
  change(domain, { ...draft, context: [...draft.context, added] });
  return true;
}

export function removeContext(domain: string, item: ContextItem): void {
  const draft = getDraft(domain);
  change(domain, { ...draft, context: draft.context.filter((other) => other !== item) });
}

export function clearDraft(domain: string): void {
  change(domain, { text: "", context: [] });
}

export function watchDrafts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function change(domain: string, draft: Draft): void {
  drafts.set(domain, draft);
  writeDraft(domain, draft);
  for (const watcher of watchers) watcher();
}
