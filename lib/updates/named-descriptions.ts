import { type Descriptions, findAddress, nameOfSource } from "../content/docs-json/descriptions.ts";
import { readDocsJson } from "../content/docs-json/docs-json.ts";
import type { DocsNode } from "../content/docs-json/tree.ts";
import type { ContentFiles } from "../content/files/files.ts";
import { type ContentFile, sha256 } from "../content/model/content-file.ts";
import { OpenApiError } from "../openapi/check.ts";
import { fetchDescriptionFile } from "../openapi/description-file.ts";
import { type FetchRules, isAllowedHost } from "../openapi/fetch-description.ts";
import { isDescription } from "../openapi/is-description.ts";
import { DescriptionError } from "../openapi/json.ts";
import { onItsHost } from "../openapi/openapi.ts";

const MAX_NAMED = 50;

interface Fetching {
  readonly rules: FetchRules;
  readonly signal?: AbortSignal | undefined;
  readonly log: (line: string) => void;
}

/**
 * Lists the addresses of API descriptions that the navigation of docs.json names and the folder has no file of: at most 50. Of two
 * addresses that end in the same name the first counts, since the navigation finds a description by that name.
 */
export function listNamedAddresses({ files }: Pick<ContentFiles, "files">): string[] {
  const docs = readDocsJson(files)?.docs;
  if (!docs) return [];
  const held = new Map(files.filter(({ text }) => isDescription(text)).map(({ path }) => [path, null]));
  const descriptions = { documents: held, warnings: [] } as unknown as Descriptions;
  const sources = [...(docs.tree.openapi?.sources ?? []), ...docs.tree.children.flatMap(sourcesOf)];
  const addresses = sources.flatMap((source) => findAddress(descriptions, [source]) ?? []);
  return [...new Map(addresses.reverse().map((address) => [nameOfSource(address), address])).values()]
    .reverse()
    .slice(0, MAX_NAMED);
}

function sourcesOf(node: DocsNode): string[] {
  const own = node.type === "operation" && node.source !== undefined ? [node.source] : [];
  if (!("children" in node)) return own;
  return [...own, ...(node.openapi?.sources ?? []), ...node.children.flatMap(sourcesOf)];
}

/**
 * Fetches the description at an address as a file of the content, under the last name of the address.
 * @throws DescriptionError saying why it cannot be had.
 */
export async function fetchAsFile(address: string, { rules, signal }: Omit<Fetching, "log">): Promise<ContentFile> {
  const fetched = await fetchDescriptionFile(address, { rules, signal });
  const answer = fetched?.description.text ?? "";
  if (!isDescription(answer)) throw new DescriptionError(`${address} answered with no API description.`);
  const text = hostedText(answer, address);
  return { path: `${nameOfSource(address)}.${/^\s*\{/.test(text) ? "json" : "yaml"}`, text, hash: sha256(text) };
}

function hostedText(text: string, address: string): string {
  try {
    return onItsHost(text, address);
  } catch (cause) {
    throw cause instanceof OpenApiError ? new DescriptionError(`${address}: ${cause.message}`, { cause }) : cause;
  }
}

/**
 * Adds the descriptions that docs.json names by an address of an allowed host. To any other address the navigation leads.
 * @throws DescriptionError saying which one cannot be had.
 */
export async function withNamedDescriptions(content: ContentFiles, { rules, signal, log }: Fetching): Promise<ContentFiles> {
  const fetched: ContentFile[] = [];
  for (const address of listNamedAddresses(content)) {
    if (!isAllowedHost(address, rules)) continue;
    log(`Fetching the API description from ${address}.`);
    fetched.push(await fetchAsFile(address, { rules, signal }));
  }
  if (fetched.length === 0) return content;
  const files = [...content.files, ...fetched].sort((left, right) => (left.path < right.path ? -1 : 1));
  return { ...content, files };
}
