import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { fieldsIn } from "../mdx/fields.tsx";
import { Message } from "./message.tsx";

const show = (language: string) => renderToStaticMarkup(<Message of={docsMessages(language)} name="skip" />);

test("a message whose translation is missing is marked as English, any other is only its text", () => {
  expect(show("sv")).toBe('<span lang="en">Skip to content</span>');
  expect([show("en"), show("es-MX")]).toEqual(["Skip to content", "Saltar al contenido"]);
});

test("a component of a page marks its English words too", () => {
  const { ParamField } = fieldsIn(docsMessages("sv"));
  expect(renderToStaticMarkup(<ParamField name="limit" required />)).toContain('<span lang="en">required</span>');
});
