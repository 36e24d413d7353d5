/** The search buttons on the page, in the order they appeared; the first one answers the keys. */
let buttons: readonly string[] = [];
const watchers = new Set<() => void>();

/** Adds a button. Returns what takes it out again. */
export function joinHosts(id: string): () => void {
  change([...buttons, id]);
  return () => change(buttons.filter((other) => other !== id));
}

export function isHost(id: string): boolean {
  return buttons[0] === id;
}

export function watchHosts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function change(next: readonly string[]): void {
  buttons = next;
  for (const watcher of watchers) watcher();
}
