import { expect, test } from "vitest";
import { docsMessages } from "../../../lib/i18n/messages.ts";
import { toFieldBlocks } from "../../../lib/openapi/document/fields.ts";
import { readSchema } from "../../../lib/openapi/document/schema.ts";
import type { LinkContext } from "../../mdx/links.tsx";
import { staticHtml } from "../../ui/static-html.ts";
import { Fields } from "./fields.tsx";
import { fieldsHtml } from "./fields-html.tsx";

const text = { type: "string" };
const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, text]));
const document = {
  openapi: "3.1.0",
  components: {
    schemas: {
      Berth: { type: "object", properties: { name: text, next: { $ref: "#/components/schemas/Berth" } } },
      Ship: { type: "object", properties: { name: text, secret: { ...text, writeOnly: true } } },
      Port: { type: "object", properties: { ...names(150), ship: { $ref: "#/components/schemas/Ship" } } },
    },
  },
} as never;
const context = {
  site: { openapi: document, project: {} },
  page: { operation: { method: "GET", path: "/" } },
  pageKey: { language: "en" },
} as unknown as LinkContext;

function show(name: string): string {
  const schema = readSchema(document, { $ref: `#/components/schemas/${name}` });
  const blocks = toFieldBlocks(schema, { id: "body" });
  return staticHtml(<Fields blocks={blocks} messages={docsMessages("en")} text={() => null} />);
}

test("a recursive field is folded, and its fields are added when it is opened", () => {
  expect(show("Berth")).toContain(
    '<details class="field-inside" data-fields="Berth/body-next"><summary><span class="when-closed">Show 2 fields</span><span class="when-open">Hide fields</span></summary>',
  );
  const opened = fieldsHtml(context, { name: "Berth", prefix: "body-next" });
  expect(opened).toContain('id="body-next-name"');
  expect(opened).toContain('data-fields="Berth/body-next-next"');
});

test("a page that shows many fields leaves those inside a named schema for later", () => {
  expect(show("Ship")).not.toContain("data-fields");
  expect(show("Port")).toContain('data-fields="Ship/body-ship"');
  expect(show("Port")).not.toContain('id="body-ship-name"');
});

test("fields of an answer are without those that the API only takes, and an unknown schema has none", () => {
  expect(fieldsHtml(context, { name: "Ship", prefix: "body-ship" })).toContain("secret");
  expect(fieldsHtml(context, { name: "Ship", prefix: "response-200-ship" })).not.toContain("secret");
  expect(fieldsHtml(context, { name: "constructor", prefix: "body" })).toBeUndefined();
});
