import { expect, test } from "vitest";
import { newEntries, toSummary } from "./summary.ts";

const log = (...sections: (readonly [name: string, breaking: readonly string[], added?: readonly string[]])[]) =>
  `# Changelog\n\nWords.\n\n${sections
    .map(
      ([name, breaking, added = []]) =>
        `## ${name}\n\n### Breaking\n\n${breaking.join("\n")}\n\n### Added\n\n${added.join("\n")}\n\n`,
    )
    .join("")}`;

test("entries are those that the base lacks, whatever heading they were under then, each as one line", () => {
  const base = log(["Unreleased", ["- A is gone.", "- B is gone."]], ["1.0.0", ["- E."], ["- F."]]);
  const release = log(
    ["1.2.0", ["- D is gone.\n  Use `d`."], ["- G,\n  and more."]],
    ["1.1.0", ["- A is gone.", "- B is gone."]],
    ["1.0.0", ["- E."], ["- F."]],
  );
  expect(newEntries({ base, release })).toEqual({ breaking: ["- D is gone. Use `d`."], others: ["- G, and more."] });
  expect(newEntries({ base: release, release })).toEqual({ breaking: [], others: [] });
});

const many = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word}${at}`);
const upgrade = {
  from: "v1.0.0",
  to: "v1.1.0",
  changed: ["lib/a.ts", "lib/b.ts", "next.config.mjs"],
  deleted: [],
  conflicts: [],
  notes: [],
  settings: [],
  changelog: { base: "", release: log(["1.1.0", ["- A is gone. Use B."], ["- C."]]) },
  next: "Committed.",
};

test("a summary says what was changed and what may need action", () => {
  expect(toSummary(upgrade).split("\n")).toEqual([
    "v1.0.0 → v1.1.0: 3 files (lib 2, root 1)",
    "Breaking, with what to do:",
    "- A is gone. Use B.",
    "New:",
    "- C.",
    "Committed.",
  ]);
});

test("a summary has at most 20 lines, breaking changes first, however much there is to say", () => {
  const release = log(["1.1.0", many(9, "- Breaking "), many(40, "- Gain ")]);
  const lists = {
    changed: many(500, "lib/"),
    deleted: many(30, "lib/d"),
    conflicts: many(30, "lib/c"),
    notes: many(30, "p"),
    settings: many(30, "s"),
  };
  const lines = toSummary({ ...upgrade, ...lists, changelog: { base: "", release } }).split("\n");
  expect(lines.length).toBeLessThanOrEqual(20);
  expect(lines.filter((line) => line.startsWith("- Breaking"))).toHaveLength(9);
  expect(lines).toContain("Deleted by you, changed by the release, and still deleted: lib/d0, lib/d1, lib/d2, and 27 more");
  const most = toSummary({ ...upgrade, ...lists, changelog: { base: "", release: log(["1.1.0", many(99, "- Breaking ")]) } });
  expect(most.split("\n").length).toBeLessThanOrEqual(20);
  expect(most).toMatch(/- and \d+ more: CHANGELOG\.md of the release/);
});
