import { pagePath } from "../../../lib/content/model/urls.ts";
import { descriptionOf } from "../../../lib/content/site/site.ts";
import { docsMessages } from "../../../lib/i18n/messages.ts";
import { readObject, toFieldBlocks } from "../../../lib/openapi/document/fields.ts";
import { shownIn } from "../../../lib/openapi/document/schema.ts";
import { withBasePath } from "../../../lib/site/served/site-url.ts";
import type { LinkContext } from "../../mdx/links.tsx";
import { staticHtml } from "../../ui/static-html.ts";
import { Description } from "./description.tsx";
import { Fields } from "./fields.tsx";

/** Returns the address of fields that a page leaves out: the name of a schema and the ids' beginning go between the two. */
export function fieldAddress({ site, page, pageKey }: LinkContext): { readonly from: string; readonly page: string } {
  const path = page.language === pageKey.language ? page.path : pagePath(site.project, pageKey);
  return { from: withBasePath("/api/text/fields"), page: path };
}

interface FieldsOf {
  /** Name of a schema of the page's description. */
  readonly name: string;
  /** Begins the ids of the fields, and with `response` where the API sends them. */
  readonly prefix: string;
}

/** Returns the HTML of the fields of a schema, as they are on a page; undefined when its description has none of that name. */
export function fieldsHtml(context: LinkContext, { name, prefix }: FieldsOf): string | undefined {
  const description = descriptionOf(context.site, context.page);
  const object = description ? readObject(description, name) : undefined;
  if (!object) return undefined;
  const messages = docsMessages(context.pageKey.language);
  const text = (markdown: string) => <Description text={markdown} context={context} messages={messages} />;
  const schema = shownIn(prefix.startsWith("response") ? "response" : "request", object.schema);
  return staticHtml(<Fields blocks={toFieldBlocks(schema, { id: prefix })} messages={messages} text={text} />);
}
