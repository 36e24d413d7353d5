import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { fieldsIn } from "./fields.tsx";

const { ParamField } = fieldsIn(docsMessages("en"));

test("a field shows its default, and none where that is empty", () => {
  expect(renderToStaticMarkup(<ParamField name="limit" default="10" />)).toContain("<code>10</code>");
  expect(renderToStaticMarkup(<ParamField name="limit" default={false} />)).toContain("<code>false</code>");
  expect(renderToStaticMarkup(<ParamField name="filter" default="" />)).not.toContain("field-default");
});
