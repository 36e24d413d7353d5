import { expect, test } from "vitest";
import { parseScript } from "./script.ts";

test("a file is read by what its name says it is", () => {
  expect(parseScript("a.js", "const a = <b />").body).toHaveLength(1);
  expect(parseScript("a.ts", "const a = <T,>(b: T): T => b as T").body).toHaveLength(1);
  expect(parseScript("a.tsx", "const a = (b: string) => <i>{b}</i>").body).toHaveLength(1);
  expect(() => parseScript("a.js", "const a: string = 1")).toThrow(SyntaxError);
});

// Each level doubles the time of the parser itself: thirty of them would take hours.
test.each(["f<a>(", "<T>(", "async<T>(", "(<a>"])("a file of nested %s is given up soon, with a reason", (unit) => {
  expect(() => parseScript("a.ts", `${unit.repeat(30)}1`)).toThrow(new SyntaxError("The script is too involved to be read."));
});
