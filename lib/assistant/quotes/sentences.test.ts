import { expect, test } from "vitest";
import { announces, firstSentences, sentenceEnds } from "./sentences.ts";

const sentences = (text: string, language = "en") =>
  sentenceEnds(text, language).map((end, index, ends) => text.slice(ends[index - 1] ?? 0, end).trim());

test.each([
  ["en", ["It renews, e.g. `acme.json`, in time.", "Then it waits."]],
  ["en", ["Set `a. B` in v1.2.3 of Node.js.", "Then start it."]],
  ["en", ["Read [the guide. All of it](/a.b).", "[Then this.](/c)", "Go on."]],
  ["en", ["**Take care.**", "It is no. 5 of 5.4.", "Is it?", "No.", "(Really.)", "Wait… for it!"]],
  ["en", ["The first line.", "The second vs. Others\nis longer."]],
  ["de", ["Das gilt z. B. Am 3. Mai bzw. Immer.", "Dann nicht."]],
  ["fr", ["Voir p. ex. Ceci.", "« Oui. »", "Non."]],
  ["ja", ["一つ。", "二つ！", "三"]],
])("in %s the sentences are %j", (language, parts) => {
  expect(sentences(parts.join(language === "ja" ? "" : " "), language)).toEqual(parts);
});

test.each([
  "It is plain, as are most (nearly all) of 100. Is it? Yes!",
  "It is plain. 3. No list, 50% – of all. Go on",
  "Go to www.a.b. Then rest. See www.c",
  "It has *marks. In* it. Go on.",
])("a paragraph of plain words has the sentences that it has beside marked ones: %s", (text) => {
  const marked = sentenceEnds(`**Look.** ${text}`, "en").map((end) => end - "**Look.** ".length);
  expect(sentenceEnds(text, "en")).toEqual(marked.slice(1));
});

test("the first sentences are as many as fit, without the addresses of their links", () => {
  const text = "One [of them](/a/very/long/address/of/a/page). Two. Three.";
  expect(firstSentences(text, 23, "en")).toBe("One [of them](/a/very/long/address/of/a/page). Two.");
  expect(firstSentences(text, 5, "en")).toBe("");
});

test.each([
  ["en", "Use this:"],
  ["en", "**Note:**"],
  ["en", "[Read this:](/a)"],
  ["en", "It works. Run the following command."],
  ["en", "It is detailed below."],
  ["en", "The settings below change that."],
  ["en", "Below are some errors that you may meet."],
  ["en", "Here's how to do it."],
  ["en", "There are kinds, such as"],
  ["en", "Name it, e.g."],
  ["en", "- One\n- Set it up like this:"],
  ["de", "Verwenden Sie folgenden Befehl."],
  ["de", "Gehen Sie wie folgt vor."],
  ["de", "Das sind zum Beispiel"],
  ["fr", "Exécutez la commande suivante."],
  ["fr", "Le tableau est ci-dessous."],
  ["fr", "Voici un exemple."],
  ["es", "Usa el siguiente comando."],
  ["es", "Se explica a continuación."],
  ["ja", "次のとおり："],
])("in %s, %j announces what comes after it", (language, text) => expect(announces(text, language)).toBe(true));

test.each([
  ["en", "Set `title:`"],
  ["en", "Run the following command. It takes a minute."],
  ["en", "See [its section](/a) below."],
  ["en", "Keep it from 8 to 12, the value below 9 is odd."],
  ["en", "Here is where it ends."],
  ["en", "It starts on the following day, following the plan."],
  ["fr", "Il change suivant les cas."],
  ["ja", "the following"],
])("in %s, %j announces nothing", (language, text) => expect(announces(text, language)).toBe(false));
