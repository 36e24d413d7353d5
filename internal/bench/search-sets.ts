import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { checkConfig, getMainProject, type Project } from "../../lib/config/config.ts";
import { buildSite } from "../../lib/content/content.ts";
import { readContentFiles } from "../../lib/content/files/files.ts";
import { type ContentFile, sha256 } from "../../lib/content/model/content-file.ts";
import type { Passage } from "../../lib/content/model/passage.ts";
import { readQuestionFiles } from "../../scripts/check-questions.ts";
import { toReader } from "../../scripts/questions/judge.ts";

/** A query and how much each page is worth as its answer. */
export interface Query {
  readonly text: string;
  readonly gains: ReadonlyMap<string, number>;
}

/** Passages of one language, and queries for them. */
export interface QuerySet {
  readonly name: string;
  readonly language: string;
  readonly passages: readonly Passage[];
  readonly queries: readonly Query[];
}

const Line = z
  .object({
    text: z.string().optional(),
    question: z.string().optional(),
    rel: z.record(z.string(), z.number()).optional(),
    pages: z.array(z.string()).optional(),
    lang: z.string().optional(),
    kind: z.string().optional(),
    before: z.array(z.string()).optional(),
  })
  .refine((line) => line.text ?? line.question, "needs text and rel, or question and pages");
type Line = z.infer<typeof Line>;

const RETRIEVAL = "../shared/retrieval";

/** The sets that a run without options measures: the site's own questions, and the retrieval sets where they are there. */
export async function readDefaultSets(): Promise<QuerySet[]> {
  const own = await readOwnSets();
  if (!existsSync(RETRIEVAL)) return own;
  const retrieval = [
    ["eslint", "en"],
    ["mintlify", "en"],
    ["mintlify", "es"],
    ["mintlify", "fr"],
    ["mintlify", "zh"],
  ] as const;
  return [...own, ...(await Promise.all(retrieval.map(([name, language]) => readRetrievalSet(name, language))))];
}

/** Questions and searches that the configured content lists for itself, one set for each language and version that has any. */
async function readOwnSets(): Promise<QuerySet[]> {
  const project = getMainProject();
  const site = await buildSite(project, await readContentFiles(project));
  const asked = readQuestionFiles(project.content).questions.filter(
    ({ answeredBy, after }) => answeredBy?.length && !after.length,
  );
  const groups = Map.groupBy(asked, (question) => JSON.stringify(toReader(site, question)));
  return [...groups].map(([key, group]) => {
    const { language, version = null } = JSON.parse(key) as ReturnType<typeof toReader>;
    const isDefault = version === project.defaultVersion;
    return {
      name: `${project.name} ${language}${isDefault ? "" : ` ${version}`}`,
      language,
      passages: site.passages.filter((passage) => passage.language === language && passage.version === version),
      queries: group.map(({ text, answeredBy = [] }) => ({
        text,
        gains: new Map(answeredBy.map((place) => [place.replace(/#.*$/, ""), 1])),
      })),
    };
  });
}

/**
 * Reads a folder of Markdown or MDX, and a file of queries: JSON lines of {text, rel} or {question, pages}. A question that
 * no page answers, or that needs an earlier one, is left out.
 */
export async function readFolderSet(folder: string, queries: string, language = "en"): Promise<QuerySet> {
  const passages = await readFolder(folder, language);
  const paths = new Map(passages.map((passage) => [comparable(passage.path), passage.path]));
  const asked = readLines(queries).map((line) => ({ line, query: withPaths(toQuery(line), paths) }));
  return {
    name: path.basename(queries, ".jsonl"),
    language,
    passages,
    queries: asked.filter(({ line, query }) => query.gains.size > 0 && !line.before?.length).map(({ query }) => query),
  };
}

/** Returns the passages of a folder of Markdown or MDX in that language. */
export async function readFolder(folder: string, language = "en"): Promise<readonly Passage[]> {
  const project = bareProject(path.resolve(folder));
  const { passages } = await buildSite(project, await readContentFiles(project));
  return passages.map((passage) => ({ ...passage, language }));
}

async function readRetrievalSet(name: string, language: string): Promise<QuerySet> {
  const packed = readFileSync(path.join(RETRIEVAL, `${name}.corpus.jsonl.gz`));
  const pages = toJson(String(gunzipSync(packed)))
    .map((page) => RetrievalPage.parse(page))
    .filter(({ lang }) => lang === language);
  const project = bareProject(name);
  const files = pages.map(toFile);
  const { passages } = await buildSite(project, { files, description: null, lastModified: {}, findings: [] });
  const paths = new Map(passages.map((passage) => [comparable(passage.path), passage.path]));
  const lines = readLines(path.join(RETRIEVAL, `${name}.queries.jsonl`));
  const asked = lines.filter((line) => line.lang === language && line.kind !== "crosslingual");
  return {
    name: `${name} ${language}`,
    language,
    passages: passages.map((passage) => ({ ...passage, language })),
    queries: asked.map((line) => withPaths(toQuery(line), paths)),
  };
}

const RetrievalPage = z.object({
  id: z.string(),
  lang: z.string(),
  title: z.string(),
  description: z.string(),
  text: z.string(),
});

/** As plain Markdown, so that no brace or angle bracket of the text is taken for code. */
function toFile({ id, title, description, text }: z.infer<typeof RetrievalPage>): ContentFile {
  const source = `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n\n${text}\n`;
  return { path: `${comparable(id).slice(1) || "index"}.md`, text: source, hash: sha256(source) };
}

function bareProject(content: string): Project {
  const config = {
    organisation: { id: "bench", name: "Bench" },
    projects: [{ id: "bench", domain: "bench", name: "Bench", content }],
  };
  return checkConfig(config, "bench").projects[0] as Project;
}

/** Returns the part that ids of pages, URLs and paths have in common: no origin, language, `/docs`, extension or index. */
function comparable(id: string): string {
  const bare = id
    .replace(/^https?:\/\/[^/]+/, "")
    .replace(/[?#].*$/, "")
    .replace(/\.mdx?$/, "")
    .replace(/\/+$/, "");
  const trimmed = `/${bare.replace(/^\/+/, "")}`.replace(/^\/(en|es|fr|zh|zh-cn|ja)(?=\/|$)/, "").replace(/^\/docs(?=\/|$)/, "");
  return `/${trimmed.replace(/^\//, "").replace(/(^|\/)index$/, "")}`.toLowerCase();
}

function withPaths({ text, gains }: Query, paths: ReadonlyMap<string, string>): Query {
  return { text, gains: new Map([...gains].map(([page, gain]) => [paths.get(comparable(page)) ?? page, gain])) };
}

function toQuery({ text, question, rel, pages }: Line): Query {
  return {
    text: (text ?? question) as string,
    gains: new Map(rel ? Object.entries(rel) : (pages ?? []).map((page) => [page, 1])),
  };
}

function readLines(file: string): Line[] {
  return toJson(readFileSync(file, "utf8")).map((line, number) => {
    const parsed = Line.safeParse(line);
    if (!parsed.success) throw new Error(`${file}:${number + 1}: ${parsed.error.issues[0]?.message}`);
    return parsed.data;
  });
}

function toJson(lines: string): unknown[] {
  return lines
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as unknown);
}
