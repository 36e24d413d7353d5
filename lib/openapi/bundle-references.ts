import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { $RefParser, type ParserOptions } from "@apidevtools/json-schema-ref-parser";
import type { UnreadReferences } from "./check.ts";
import { DescriptionError } from "./json.ts";
import { toJson } from "./json-text.ts";
import { Mask } from "./mask.ts";
import { type DocumentReader, parseDocument, type ReferredDocuments, readReferred } from "./referred-documents.ts";

/** A description that needs no other document. */
export interface Bundle {
  readonly text: string;
  /** The text before anything was taken in; absent where nothing was. */
  readonly written?: string;
  /** The files that were taken in, as absolute paths. */
  readonly files: readonly string[];
  /** The references that could not be taken in and stay as they are, each with the reason. */
  readonly unread: UnreadReferences;
}

interface Bundling {
  /** File path or address of the description, from which relative references start. */
  readonly source: string;
  readonly read: DocumentReader;
}

/**
 * Takes every document that a description refers to into it, so that nothing has to be read later. A reference that cannot be
 * taken in stays, with the reason; those in examples and extensions are data. A text without references to other documents,
 * or one that cannot be parsed, is returned as it is. Cycles stay references.
 * @throws DescriptionError when a document cannot be had now and may be later.
 */
export async function bundleReferences(text: string, { source, read }: Bundling): Promise<Bundle> {
  const unchanged = { text, files: [], unread: {} };
  if (!/\$ref/.test(text)) return unchanged;
  const document = tryParse(text);
  if (!document) return unchanged;
  const mask = new Mask();
  mask.hideData(document);
  const url = toUrl(source);
  const referred = await readReferred({ url, document }, { read, mask });
  if (referred.documents.size === 1) return { ...unchanged, unread: referred.unread };
  const bundled = mask.show(await bundle(url, referred));
  const files = [...referred.documents.keys()].filter((each) => each !== url && each.startsWith("file:"));
  return {
    text: toJson(bundled, 2),
    written: text,
    files: files.map((file) => fileURLToPath(file)),
    unread: referred.unread,
  };
}

/** Undefined for what is no JSON or YAML: whoever reads the description next says where it breaks. */
function tryParse(text: string): object | undefined {
  try {
    return parseDocument(text);
  } catch {
    return undefined;
  }
}

async function bundle(url: string, { documents }: ReferredDocuments): Promise<unknown> {
  try {
    return await $RefParser.bundle(
      url,
      documents.get(url) as never,
      {
        resolve: {
          file: false,
          http: false,
          known: { order: 1, canRead: true, read: ({ url: other }: { url: string }) => other },
        },
        parse: {
          json: false,
          yaml: false,
          text: false,
          binary: false,
          known: { order: 1, canParse: true, parse: ({ url: other }: { url: string }) => documents.get(other) },
        },
      } as ParserOptions,
    );
  } catch (cause) {
    throw new DescriptionError(`${url}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function toUrl(source: string): string {
  return /^https?:/i.test(source) ? source : pathToFileURL(path.resolve(source)).href;
}
