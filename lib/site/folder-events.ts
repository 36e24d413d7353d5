import { type FSWatcher, watch } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Each folder that is followed takes one of the few thousand places that a system may have for that. */
const MAX_FOLDERS = 2_000;
/** One save or one checkout causes many events, which are gathered for this time. */
const GATHER_MS = 30;

/** Tells when something in folders changes, as far as the system tells it: on a network drive it may never do so. */
export class FolderEvents {
  readonly #root: string;
  readonly #watchers = new Map<string, FSWatcher>();
  #hasFailed = false;
  #hasChanged = false;
  #wake: (() => void) | undefined;

  constructor(root: string) {
    this.#root = path.resolve(/* turbopackIgnore: true */ root);
  }

  /**
   * Follows the root and the folders that hold these files, and no others.
   * @param files paths below the root, with `/`, or absolute paths.
   * @returns whether the system tells of changes in all of them.
   */
  follow(files: Iterable<string>): boolean {
    if (this.#hasFailed) return false;
    const folders = new Set(["."]);
    for (const file of files) {
      let folder = path.dirname(file);
      for (; !folders.has(folder) && !path.isAbsolute(folder); folder = path.dirname(folder)) folders.add(folder);
      folders.add(folder);
    }
    if (folders.size > MAX_FOLDERS) this.#fail();
    for (const known of [...this.#watchers.keys()]) if (!folders.has(known)) this.#unfollow(known);
    for (const folder of folders) if (!this.#hasFailed && !this.#watchers.has(folder)) this.#follow(folder);
    return !this.#hasFailed;
  }

  /** Waits until something changes, at most so long; what changed since the last wait counts. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#hasChanged) {
      const stopped = new AbortController();
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const options = { signal: AbortSignal.any([signal, stopped.signal]), ref: false };
      await Promise.race([woken, pause(milliseconds, undefined, options).catch(() => {})]);
      stopped.abort();
      this.#wake = undefined;
    }
    if (this.#hasChanged) await pause(GATHER_MS, undefined, { signal, ref: false }).catch(() => {});
    this.#hasChanged = false;
  }

  close(): void {
    for (const folder of [...this.#watchers.keys()]) this.#unfollow(folder);
  }

  #follow(folder: string): void {
    try {
      const watcher = watch(path.resolve(/* turbopackIgnore: true */ this.#root, folder), { persistent: false }, () =>
        this.#change(),
      );
      // A folder that goes away says so to the folder above as well.
      watcher.on("error", () => this.#unfollow(folder));
      this.#watchers.set(folder, watcher);
    } catch (cause) {
      // Between the reading and this a folder may go away; where there is no place for more watchers, the clock has to do.
      if ((cause as NodeJS.ErrnoException).code !== "ENOENT") this.#fail();
    }
  }

  #unfollow(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #change(): void {
    this.#hasChanged = true;
    this.#wake?.();
  }

  #fail(): void {
    this.#hasFailed = true;
    this.close();
  }
}
