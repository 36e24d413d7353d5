import { takeTyped } from "../early-input.ts";

/** An excerpt of the page that a reader attaches: selected text, or a code block. */
export interface ContextItem {
  readonly type: "textSelection" | "code";
  readonly value: string;
  /** Path of the page that it comes from, without base path. */
  readonly path: string;
}

/** A request of a part of the page to open the assistant. */
export interface OpenRequest {
  readonly question?: string;
  /** Asks immediately: for a click of the reader, or an address with `?ask=`. */
  readonly send?: boolean;
  readonly context?: ContextItem;
}

interface AssistantState {
  readonly open: boolean;
  /** False when the page opened it by itself: then the focus stays where the reader has it. */
  readonly byReader: boolean;
  readonly handovers: readonly OpenRequest[];
}

let state: AssistantState = { open: false, byReader: false, handovers: [] };
let opener: Element | null = null;
const watchers = new Set<() => void>();

/** Opens the panel for the reader, with something to ask where given. */
export function openAssistant(handover?: OpenRequest): void {
  if (!state.open) opener = document.activeElement;
  change({ open: true, byReader: true, handovers: handover ? [...state.handovers, handover] : state.handovers });
}

/** Opens the panel as it was before the page was loaded again. */
export function reopenAssistant(): void {
  if (!state.open) change({ ...state, open: true, byReader: false });
}

/** Closes the panel, and forgets what was typed while it was on its way. Returns what had the focus when the reader opened it, if it is still there. */
export function closeAssistant(): HTMLElement | null {
  change({ ...state, open: false });
  takeTyped();
  const before = opener;
  opener = null;
  return before instanceof HTMLElement && before !== document.body && before.checkVisibility() ? before : null;
}

/** Makes room for the panel beside the page, until the function that it returns is called. */
export function makeRoom(): () => void {
  document.documentElement.dataset.assistant = "beside";
  return () => {
    delete document.documentElement.dataset.assistant;
  };
}

export function isAssistantOpen(): boolean {
  return state.open;
}

export function isOpenedByReader(): boolean {
  return state.byReader;
}

export function listOpenRequests(): readonly OpenRequest[] {
  return state.handovers;
}

/** Takes everything that was handed over since the last call. */
export function takeOpenRequests(): readonly OpenRequest[] {
  const taken = state.handovers;
  if (taken.length > 0) change({ ...state, handovers: [] });
  return taken;
}

/** Calls back whenever the panel opens or closes or something is handed over. Returns what ends it. */
export function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function change(next: AssistantState): void {
  state = next;
  for (const watcher of watchers) watcher();
}
