import { expect, test } from "vitest";
import { groupTexts } from "./texts.ts";

const asked = (texts: readonly string[]) => texts.map((text) => ({ text, language: "en" }));

test("groups questions about the same thing, the largest group first", () => {
  const questions = [
    "How do I rotate the signing key?",
    "Is there a Python client?",
    "rotate signing keys",
    "Can I export invoices as PDF?",
    "How can I rotate a signing key every month?",
    "Do you have a client for Python",
  ];
  const groups = groupTexts(asked(questions)).map(({ items }) => items.map(({ text }) => text));
  expect(groups).toEqual([
    ["How do I rotate the signing key?", "rotate signing keys", "How can I rotate a signing key every month?"],
    ["Is there a Python client?", "Do you have a client for Python"],
    ["Can I export invoices as PDF?"],
  ]);
});

test("a group is called after the question that is most like all of it", () => {
  const [group] = groupTexts(asked(["rotate signing keys", "rotate the signing key", "rotate the signing key of the server"]));
  expect(group?.label).toBe("rotate the signing key");
});

test("texts of which no word is known stay apart, whatever they hold", () => {
  expect(groupTexts(asked(["", "§§", "¿?"])).map(({ items }) => items.length)).toEqual([1, 1, 1]);
});

test("500 questions are grouped while a page is made", () => {
  const words = ["key", "invoice", "python", "deploy", "cache", "token", "image", "table", "export", "webhook"];
  const many = asked(Array.from({ length: 500 }, (_, i) => `How to ${words[i % 10]} a ${words[(i * 7 + 3) % 10]} number ${i}`));
  expect(groupTexts(many).reduce((sum, { items }) => sum + items.length, 0)).toBe(500);
});
