import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { playgroundMessages } from "../../../lib/i18n/browser-messages.ts";
import type { FormSchema } from "../../../lib/openapi/playground/form-schema.ts";
import { FormContext, ValueInput } from "./playground-fields.tsx";

function render(schema: FormSchema, value: unknown): string {
  return renderToStaticMarkup(
    <FormContext value={{ messages: playgroundMessages("en"), errors: [] }}>
      <ValueInput schema={schema} field="body/billing" name="billing" required value={value} onChange={() => {}} />
    </FormContext>,
  );
}

test.each(["number", "integer"] as const)("an item that was added to a list of %ss is an empty field", (kind) => {
  const html = render({ kind: "array", type: `${kind}[]`, items: { kind, type: kind } }, [null]);
  expect(html).toMatch(/<input[^>]* value=""/);
  expect(html).not.toContain("null");
});

test("the heading of an object has its name, its type and what it must be as separate words", () => {
  const html = render({ kind: "object", type: "object", title: "BillingAddress", members: [] }, {});
  const [, heading = ""] = /<summary[^>]*>(.*?)<\/summary>/s.exec(html) ?? [];
  expect(heading.replace(/<[^>]*>/g, "").trim()).toBe("billing BillingAddress required");
});
