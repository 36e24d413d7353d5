import { expect, test } from "vitest";
import { nearestSentence } from "./marked-words.ts";

test("the sentence that an answer was written from is found in its passage", () => {
  const passage =
    "Deploy to Vercel\nSet SITE_SECRET before you deploy. Keys are made with npm run keys.\nA database is optional.";
  expect(nearestSentence(passage, "You set the SITE_SECRET first, and then deploy.")).toBe("Set SITE_SECRET before you deploy.");
  expect(nearestSentence(passage, "make keys: npm run keys")).toBe("Keys are made with npm run keys.");
});

test("no sentence is taken for one that shares a single word with it", () => {
  expect(nearestSentence("A database is optional. Keys are secret.", "Which database?")).toBe("");
});

test("a quote of a table means all of its rows, and not the one that has most words", () => {
  const rows = "Questions and answers | Store | 90 days\nWhat was searched and asked, without anything more | Store | 30 days";
  const passage = `What is stored and how long\n\nData | Where | How long\n${rows}\n\nThe store is a file.`;
  const quote =
    "Privacy 1DataWhereHow longQuestions and answersStore90 daysWhat was searched and asked, without anything moreStore30 days";
  expect(nearestSentence(passage, quote)).toBe(`Data | Where | How long ${rows.replace("\n", " ")}`);
});

test("a citation marks the longest run that was quoted, and of rows the one that has the rare words", () => {
  const passage = "Create a key\nRun this command to get one.\nThen set it in your shell.\nKeep keys secret at all times.";
  expect(nearestSentence(passage, "Run this command to get one. Then set it in your shell. Create a key")).toBe(
    "Create a key Run this command to get one. Then set it in your shell.",
  );
  expect(nearestSentence(passage, "Create a key: then set it in your shell.")).toBe("Then set it in your shell.");
  const rows =
    "pageSize | number of results, at most fifty results\nquery | words of the search, not more than one thousand results";
  expect(nearestSentence(rows, "At most 50 results come with pageSize, by default ten results")).toBe(rows.split("\n")[0]);
});
