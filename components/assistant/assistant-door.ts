/** Something that a reader brings along from the page: selected text, or a code block. */
export interface ContextItem {
  readonly type: "textSelection" | "code";
  /** At most 2,000 characters. */
  readonly value: string;
  /** Path of the page that it comes from. */
  readonly path: string;
}

/** What a part of the page hands to the assistant. */
export interface Handover {
  readonly question?: string;
  /** Ask at once. Only ever for a click of the reader: a link may fill in a question, never send it. */
  readonly send?: boolean;
  readonly context?: ContextItem;
}

interface Door {
  readonly open: boolean;
  readonly handovers: readonly Handover[];
}

let door: Door = { open: false, handovers: [] };
const watchers = new Set<() => void>();

/** Opens the panel, with something to ask where given. */
export function openAssistant(handover?: Handover): void {
  change({ open: true, handovers: handover ? [...door.handovers, handover] : door.handovers });
}

export function closeAssistant(): void {
  change({ ...door, open: false });
}

export function isAssistantOpen(): boolean {
  return door.open;
}

/** What was handed over since the last call. */
export function takeHandovers(): readonly Handover[] {
  const taken = door.handovers;
  if (taken.length > 0) change({ ...door, handovers: [] });
  return taken;
}

/** Calls back whenever the panel opens or closes or something is handed over. Returns what ends it. */
export function watchDoor(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function change(next: Door): void {
  door = next;
  for (const watcher of watchers) watcher();
}
