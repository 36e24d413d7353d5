import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FullConfig, Suite } from "playwright/types/testReporter";
import { expect, test } from "vitest";
import { makeFolder } from "../internal/testing/folder.ts";
import FlakyTests from "./flaky-tests.ts";

function report(file: string, tests: readonly { title: string; outcome: string; errors?: readonly string[] }[]): void {
  const cases = tests.map(({ title, outcome, errors = [] }) => ({
    titlePath: () => ["", "site", "search.spec.ts", title],
    outcome: () => outcome,
    results: [...errors.map((message) => ({ error: { message } })), {}],
  }));
  const reporter = new FlakyTests({ file });
  reporter.onBegin({} as FullConfig, { allTests: () => cases } as unknown as Suite);
  reporter.onEnd();
}

test("a test that passed only when tried again is listed with why it failed at first; a run without one lists none", () => {
  const file = path.join(makeFolder(), "results", "flaky.txt");
  report(file, [
    { title: "finds a page", outcome: "expected" },
    { title: "closes with Escape", outcome: "flaky", errors: ["\u001b[31mTest timeout of 60000ms exceeded.\u001b[39m\nat x"] },
  ]);
  expect(readFileSync(file, "utf8")).toBe(
    [
      "Browser tests that passed only when tried again: 1",
      "  site › search.spec.ts › closes with Escape",
      "    Test timeout of 60000ms exceeded.",
      "",
    ].join("\n"),
  );
  report(file, [{ title: "finds a page", outcome: "expected" }]);
  expect(existsSync(file)).toBe(false);
});
