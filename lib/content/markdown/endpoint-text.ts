import type { Code, RootContent } from "mdast";
import type { Operation } from "../../openapi/document/operation.ts";
import type { PageEndpoint } from "../model/page.ts";
import { linkTo, textNode } from "../tree/plain-nodes.ts";

/** Returns the content above the text of a page that describes its operation itself. */
export function toEndpointText(endpoint: PageEndpoint): RootContent[] {
  const { described } = endpoint;
  if (described === undefined) return [toLine(endpoint)];
  const words = textNode("Parameters and responses are described here: ");
  return [toLine(endpoint), { type: "paragraph", children: [words, linkTo(described, [textNode(described)])] }];
}

/** Returns method and address of an operation as the first line of a request. */
export function toLine({
  method,
  path,
  server = "",
}: Pick<Operation, "method" | "path"> & { server?: string | undefined }): Code {
  return { type: "code", lang: "http", value: `${method} ${server}${path}` };
}
