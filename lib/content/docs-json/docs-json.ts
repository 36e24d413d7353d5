import { z } from "zod";
import type { Project } from "../../config/schema.ts";
import { isObject } from "../../openapi/json.ts";
import type { ContentFile } from "../model/content-file.ts";
import type { ContentProblem } from "../model/notice.ts";
import { parseLenient } from "./lenient.ts";
import { withNavigation } from "./locales.ts";
import { DocsFile, UNSUPPORTED } from "./schema.ts";
import { readJsonSource } from "./source.ts";
import { type DocsTree, toDocsTree, type UnreadDescription } from "./tree.ts";

/** Each is looked up in the text, from its beginning. */
const MAX_WARNINGS = 100;

/** The docs.json of a content folder. */
export interface DocsJson {
  /** Path of the file. */
  readonly file: string;
  readonly settings: Omit<DocsFile, "navigation">;
  readonly tree: DocsTree;
  /** Fields that are understood and have no effect here, each with the reason. */
  readonly unsupported: readonly string[];
  /** Descriptions that the navigation makes pages of and the folder does not have; known once the folder is read. */
  readonly unread?: readonly UnreadDescription[];
}

export interface ReadDocsJson {
  readonly docs: DocsJson;
  /** Faults of the file: each cost one field, never the site. */
  readonly warnings: readonly ContentProblem[];
}

/**
 * Reads the docs.json of a content folder; undefined without one. What is unknown or wrong in it is listed with its place and
 * left out; one that is no JSON leaves the site without navigation.
 */
export function readDocsJson(files: readonly ContentFile[]): ReadDocsJson | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const file = byPath.get("docs.json");
  if (!file) return undefined;
  const source = readJsonSource(file, byPath);
  const raw = isObject(source.value) ? source.value : {};
  const settings = Array.isArray(raw.navigation) ? { ...raw, navigation: { groups: raw.navigation } } : raw;
  const { data, leftOut } = parseLenient(DocsFile, settings);
  const { navigation, ...rest } = data ?? {};
  const warnings = leftOut.slice(0, MAX_WARNINGS).map(({ keys, reason }) => ({
    ...source.locate(keys),
    reason: `${z.core.toDotPath([...keys])}: ${reason}; it is left out.`,
  }));
  const more = leftOut.length - warnings.length;
  if (more > 0) warnings.push({ ...source.locate([]), reason: `${more} more fields are unknown or wrong, and left out.` });
  if (source.value !== undefined && !isObject(source.value))
    warnings.push({ ...source.locate([]), reason: "The file must be an object, beginning with {." });
  return {
    docs: { file: file.path, settings: rest, tree: toDocsTree({ ...rest, navigation }), unsupported: listUnsupported(rest) },
    warnings: [...source.problems, ...warnings],
  };
}

/**
 * Returns the project as its docs.json has it: languages and versions of its navigation. Name and description are those of the
 * configuration, unless that speaks of another folder.
 */
export function withDocsJson(project: Project, { settings, tree }: DocsJson): Project {
  const own = project.isReplaced ? { name: settings.name ?? project.name, description: settings.description ?? "" } : {};
  return { ...withNavigation(project, tree), description: project.description || (settings.description ?? ""), ...own };
}

function listUnsupported(settings: object): string[] {
  return Object.entries(UNSUPPORTED).flatMap(([name, reason]) => {
    const value = name.split(".").reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), settings);
    return value === undefined ? [] : [`${name}: ${reason}`];
  });
}
