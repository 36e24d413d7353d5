import { describe, expect, test } from "vitest";
import { isCommand, isComposing } from "./hot-keys.ts";

const press = (key: string, code: string, held = {}) => ({
  ...{ key, code, ctrlKey: true, metaKey: false, altKey: false, shiftKey: false },
  ...held,
});

describe("Ctrl and a letter", () => {
  test.each([
    ["a Latin layout", press("k", "KeyK")],
    ["Caps Lock", press("K", "KeyK")],
    ["Dvorak, by what the key says", press("k", "KeyV")],
    ["a Cyrillic layout", press("л", "KeyK")],
    ["a Greek layout", press("κ", "KeyK")],
    ["a Hebrew layout on a Mac", press("ל", "KeyK", { ctrlKey: false, metaKey: true })],
  ])("is the command in %s", (_, event) => expect(isCommand(event, "k")).toBe(true));

  test.each([
    ["another letter at the place of K", press("t", "KeyK")],
    ["another key of a Cyrillic layout", press("о", "KeyJ")],
    ["the letter alone", press("л", "KeyK", { ctrlKey: false })],
    ["Alt held", press("к", "KeyK", { altKey: true })],
    ["Shift held", press("k", "KeyK", { shiftKey: true })],
  ])("is not the command with %s", (_, event) => expect(isCommand(event, "k")).toBe(false));
});

test("a key belongs to a word that is being composed, also where the key code alone tells it", () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});
