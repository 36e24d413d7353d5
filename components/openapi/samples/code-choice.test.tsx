import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AnswerSample } from "./code-choice.tsx";

const choicesOf = (statuses: readonly string[]) => {
  const samples = Object.fromEntries(statuses.map((status) => [status, `{"status": "${status}"}`]));
  const html = renderToStaticMarkup(<AnswerSample label="Response" samples={samples} buttons={null} />);
  return [...html.matchAll(/<(button|option|span)\b([^>]*)>(\d\w\w)/g)].map(
    ([, tag, attributes, text]) => `${tag} ${text}${attributes?.includes('"true"') ? " pressed" : ""}`,
  );
};

test("answers are chosen by buttons if all fit, else from a list; a single one offers no choice", () => {
  expect(choicesOf(["200", "404", "5XX"])).toEqual(["button 200 pressed", "button 404", "button 5XX"]);
  const many = ["200", "400", "401", "403", "404", "429"];
  expect(choicesOf(many)).toEqual(many.map((status) => `option ${status}`));
  expect(choicesOf(["200"])).toEqual(["span 200"]);
});
