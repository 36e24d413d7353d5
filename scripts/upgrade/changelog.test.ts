import { expect, test } from "vitest";
import { breakingChanges } from "./plan.ts";

const section = (name: string, ...items: string[]) =>
  `## ${name}\n\n### Breaking\n\n${items.join("\n")}\n\n### Added\n\n- Z.\n\n`;
const log = (...sections: string[]) => `# Changelog\n\n${sections.join("")}`;

test("the breaking changes are those of the releases since the one before", () => {
  const next = log(section("2.0.0", "- A is gone.\n  Use B."), section("1.1.0", "- D."), section("1.0.0", "- E."));
  expect(breakingChanges({ next, base: undefined, from: "1.0.0" })).toBe("- A is gone.\n  Use B.\n- D.");
  expect(breakingChanges({ next, base: undefined, from: "2.0.0" })).toBe("");
  expect(breakingChanges({ next: "# Changelog\n", base: undefined, from: undefined })).toBe("");
});

test("a site that began between two releases sees what came after it, whatever heading it was under then", () => {
  const base = log(section("Unreleased", "- A is gone.", "- B is gone."), section("1.0.0", "- E."));
  const next = log(
    section("Unreleased", "- D."),
    section("1.1.0", "- A is gone.", "- B is gone.", "- C is gone."),
    section("1.0.0", "- E."),
  );
  expect(breakingChanges({ next, base, from: "1.0.0" })).toBe("- D.\n- C is gone.");
});
