import { expect, test } from "vitest";
import { splitAtDashes } from "./dashes.ts";

/** The parts that stay on one line. */
const kept = (code: string) => splitAtDashes(code).filter((_, index) => index % 2 === 1);

test.each([
  ["npm run keys -- create --kind assistant", ["--", "--kind"]],
  ["--expires 2027-01-31", ["--expires", "2027-01-31"]],
  ["-y", ["-y"]],
  ["--retention-days-of-all-threads=30", ["--retention"]],
  ["--sehrlangesoptionsnamenswort", ["--sehrlangesoptionsn"]],
  ["useChat() and a/path", []],
  ["a-name-that-is-too-long-for-a-narrow-column", []],
])("of the code %s these words stay whole", (code, words) => {
  expect(kept(code)).toEqual(words);
  expect(splitAtDashes(code).join("")).toBe(code);
});
