import { isNode, LineCounter } from "yaml";
import { z } from "zod";
import { describeFileIssue, describeUnknownName, findMeantName } from "../../file-issues.ts";
import { errorIn, type Finding, warningIn } from "../../finding.ts";
import { readYaml } from "../../yaml.ts";
import { isOrderFile } from "../files/file-kinds.ts";
import type { ContentFile } from "../model/content-file.ts";
import { createRecord, getOwn } from "../model/records.ts";

const MAX_FOLDER_META_CHARS = 256 * 1024;
/** YAML takes a hundred times as long as JSON. */
const MAX_YAML_CHARS = 64 * 1024;
const MAX_FAULTS = 20;
const UNREAD =
  "Order and titles in this file are not read. npm run import writes them into a meta.json; import the repository again.";
const OLD_SETTINGS =
  "mint.json is the form before docs.json, and is not read. npm run import copies its folder and writes a docs.json.";

/** The meta.json of a folder. Unknown names are left alone. */
export const FolderMeta = z.object({
  title: z.string().trim().min(1, "must not be empty").optional(),
  icon: z.string().optional(),
  description: z.string().optional(),
  defaultOpen: z.boolean().optional(),
  root: z.boolean().optional(),
  /** Order of the folder: names of pages and folders, `...` for the rest, `---Title---`, `[Text](url)`, `!name`, `...folder`. */
  pages: z.array(z.string()).optional(),
  /** Titles of pages and folders in it, by their names. */
  titles: z.record(z.string(), z.string()).optional(),
  /** Its place among its neighbours, from the smallest. */
  position: z.number().optional(),
});
export type FolderMeta = z.infer<typeof FolderMeta>;

/** The meta of every folder that has one, by the folder's path below the content folder. */
export type FolderMetas = Readonly<Record<string, FolderMeta>>;

/**
 * Reads all meta.json files. One that cannot be used is an error; its folder keeps what `earlier` says of it, as far
 * as that is known.
 */
export function readFolderMetas(
  files: readonly ContentFile[],
  earlier: FolderMetas = {},
): { folders: FolderMetas; findings: Finding[] } {
  const folders = createRecord<FolderMeta>();
  const findings: Finding[] = [];
  for (const file of files) {
    const match = /^(?:(.*)\/)?meta\.json$/.exec(file.path);
    if (!match) continue;
    const folder = match[1] ?? "";
    const meta = readMeta(file, findings) ?? getOwn(earlier, folder);
    if (meta) folders[folder] = { ...getOwn(folders, folder), ...meta };
  }
  for (const { path } of files) {
    if (path === "mint.json") findings.push(warningIn(path, OLD_SETTINGS));
    else if (isOrderFile(path)) findings.push(warningIn(path, UNREAD));
  }
  return { folders, findings };
}

function readMeta({ path, text }: ContentFile, findings: Finding[]): FolderMeta | undefined {
  try {
    if (text.length > MAX_FOLDER_META_CHARS)
      throw new Error(`it has ${text.length} characters; at most ${MAX_FOLDER_META_CHARS} are read`);
    const raw: unknown = JSON.parse(text);
    const parsed = FolderMeta.safeParse(raw, { error: describeFileIssue });
    const placeIn = createMetaPlaces(text);
    for (const issue of parsed.error?.issues.slice(0, MAX_FAULTS) ?? [])
      findings.push(errorIn(path, `${issue.path.join(".")}: ${issue.message}`, placeIn(issue.path)));
    for (const name of listTypos(raw)) findings.push(warningIn(path, describeUnknownName(name, KNOWN_NAMES), placeIn([name])));
    return parsed.data;
  } catch (cause) {
    // JSON.parse does not always say where; JSON is YAML, whose parser does.
    const [start] = (text.length <= MAX_YAML_CHARS && readYaml(text).errors[0]?.linePos) || [];
    const kind = cause instanceof SyntaxError ? "The file is not valid JSON" : "The file cannot be used";
    const message = `${kind}: ${cause instanceof Error ? cause.message : String(cause)}`;
    findings.push(errorIn(path, message, { line: start?.line, column: start?.col }));
    return undefined;
  }
}

const KNOWN_NAMES = [...Object.keys(FolderMeta.shape), "groups"];
/** A folder has few settings: more names, or longer ones, are data of another reader. */
const MAX_COMPARED = 100;
const MAX_NAME_CHARS = 60;

/** Lists names that nothing reads and that are spelled much like one that is read, of the first 100. Others are of another reader. */
function listTypos(raw: unknown): string[] {
  if (typeof raw !== "object" || raw === null) return [];
  const unknown = Object.keys(raw)
    .slice(0, MAX_COMPARED)
    .filter((name) => name.length <= MAX_NAME_CHARS && !KNOWN_NAMES.includes(name));
  return unknown.filter((name) => findMeantName(name, KNOWN_NAMES) !== undefined).slice(0, MAX_FAULTS);
}

/**
 * Returns a function that gives the line and column of a value in the text of a meta.json. A text that is not given, or too long, has
 * no lines. It is parsed once, for the first value.
 */
export function createMetaPlaces(text = ""): (keys: readonly PropertyKey[]) => { line?: number; column?: number } {
  const lineCounter = new LineCounter();
  let document: ReturnType<typeof readYaml> | undefined;
  return (keys) => {
    if (text.length <= MAX_YAML_CHARS) document ??= readYaml(text, { lineCounter, prettyErrors: false });
    const node: unknown = document?.getIn(keys, true) ?? (keys.length > 0 ? document?.getIn(keys.slice(0, -1), true) : undefined);
    const [offset] = isNode(node) ? (node.range ?? []) : [];
    if (offset === undefined) return {};
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
}
