import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { FullConfig, Reporter, Suite } from "playwright/types/testReporter";
import { FLAKY_TESTS } from "../scripts/find-browser.ts";

/** Lists what a second try hid, in a file that `npm test` prints at its end. */
export default class FlakyTests implements Reporter {
  readonly #file: string;
  #suite: Suite | undefined;

  /** Writes to `file`, by default to FLAKY_TESTS of the project. */
  constructor({ file = path.join(import.meta.dirname, "..", FLAKY_TESTS) }: { readonly file?: string } = {}) {
    this.#file = file;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(): void {
    const flaky = (this.#suite?.allTests() ?? []).filter((test) => test.outcome() === "flaky");
    rmSync(this.#file, { force: true });
    if (flaky.length === 0) return;
    const lines = flaky.flatMap((test) => [`  ${test.titlePath().filter(Boolean).join(" › ")}`, ...reasonsOf(test.results)]);
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `Browser tests that passed only when tried again: ${flaky.length}\n${lines.join("\n")}\n`);
  }
}

/** Returns the first line of each failure, without its colours. */
function reasonsOf(results: readonly { readonly error?: { readonly message?: string } }[]): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape begins a colour
  const plain = results.flatMap(({ error }) => error?.message?.replace(/\u001b\[\d+m/g, "").split("\n")[0] ?? []);
  return plain.map((reason) => `    ${reason}`);
}
