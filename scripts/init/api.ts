import { readFileSync } from "node:fs";
import path from "node:path";
import {
  type DescriptionFile,
  fetchDescriptionFile,
  isDescriptionAddress,
  readDescriptionFile,
  toFetchRules,
} from "../../lib/openapi/description-file.ts";
import { DescriptionError } from "../../lib/openapi/json.ts";
import { type OpenApiFinding, readOpenApi } from "../../lib/openapi/openapi.ts";
import { UsageError } from "../command-line.ts";

/** The API description of a new site. */
export interface StarterApi {
  /** For `apiDescription` of the configuration. */
  readonly name: string;
  /** Files to write, with what they refer to, by path from the root; none for an address. */
  readonly files: Readonly<Record<string, string>>;
  /** Faults that cost a part of it each, in words. */
  readonly warnings: readonly string[];
}

const SHOWN = 5;

/**
 * Reads a description as a build does. One from outside of this folder becomes a part of the content, so that a clone has it,
 * with the files that it refers to.
 * @throws UsageError for one that no build could use.
 */
export async function readStarterApi(from: string): Promise<StarterApi> {
  const description = await readDescription(from);
  const { document, findings } = await readOpenApi(description);
  const lines = findings.map((finding) => describeApiFinding(from, finding));
  if (!document) throw new UsageError(`--api: ${lines.join("\n")}`);
  const warnings = lines.length > SHOWN ? [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`] : lines;
  if (isDescriptionAddress(from)) return { name: from, files: {}, warnings };
  const parts = Object.keys(description.parts ?? {});
  const name = targetPath(from, parts.length > 0);
  const toPlace = (file: string) =>
    path.posix.join(path.posix.dirname(name), toPosix(path.relative(path.dirname(path.resolve(from)), file)));
  const files = Object.fromEntries(parts.map((file) => [toPlace(file), readFileSync(file, "utf8")]));
  return { name, files: { ...files, [name]: readFileSync(from, "utf8") }, warnings };
}

async function readDescription(from: string): Promise<DescriptionFile> {
  const rules = toFetchRules({ allowHosts: [], allowInsecure: false }, { apiDescription: from });
  try {
    if (!isDescriptionAddress(from)) return await readDescriptionFile(from, { rules });
    const fetched = await fetchDescriptionFile(from, { rules });
    return (fetched as NonNullable<typeof fetched>).description;
  } catch (cause) {
    if (!(cause instanceof DescriptionError)) throw cause;
    throw new UsageError(`--api: ${cause.message}`);
  }
}

/** A file of this folder stays where it is. */
function targetPath(from: string, hasParts: boolean): string {
  const inside = path.relative(process.cwd(), path.resolve(from));
  const isElsewhere = inside.startsWith("..") || path.isAbsolute(inside);
  if (!isElsewhere) return toPosix(inside);
  return hasParts ? `content/openapi/openapi${path.extname(from)}` : `content/openapi${path.extname(from)}`;
}

function toPosix(file: string): string {
  return file.split(path.sep).join("/");
}

function describeApiFinding(file: string, { line, column, pointer, message }: OpenApiFinding): string {
  return `${[file, line, column].filter((part) => part !== undefined).join(":")}: ${pointer ? `${pointer}: ` : ""}${message}`;
}
