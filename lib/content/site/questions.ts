import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, type YAMLMap } from "yaml";
import { z } from "zod";
import { errorIn, type Finding } from "../../finding.ts";
import { readYaml } from "../../yaml.ts";
import { isQuestionsFile } from "../files/file-kinds.ts";
import type { ContentFile } from "../model/content-file.ts";

const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).transform((value) => [value].flat());
const words = z.string().trim().min(1, "is empty; write what a reader asks").max(1_000, "is longer than 1,000 characters");
const place = z.string().startsWith("/", "must be a path of the site, such as /docs/keys#create-a-key");

const MAX_ANSWER = 4_000;
/** Own answers, and own questions, that are read. */
const MAX_LISTED = 1_000;

/** One entry of a file of questions. */
const Entry = z
  .strictObject({
    /** The question for the assistant. */
    question: words.optional(),
    /** The words for the search box. */
    search: words.optional(),
    /** Pages or sections that answer it, of which one is enough. */
    answeredBy: z.union([z.literal("none"), place, z.array(place).min(1)]).optional(),
    /** The owner's answer, as Markdown, which replaces any other. */
    answer: z.string().trim().min(1, "is empty; write the answer for readers").max(MAX_ANSWER).optional(),
    /** Words that the answer must show. */
    shows: texts.optional(),
    /** The questions that came before it, oldest first. */
    after: texts.optional(),
    language: z.string().optional(),
    version: z.string().optional(),
    /** The docs do not do this yet: a failure is reported, but is not an error. */
    todo: z.boolean().default(false),
  })
  .refine(({ question, search }) => (question === undefined) !== (search === undefined), {
    path: ["question"],
    error: "is what an entry has, or search, and not both: write what a reader asks or searches",
  })
  .refine(({ answer, question, answeredBy }) => answer === undefined || (question && answeredBy && answeredBy !== "none"), {
    path: ["answer"],
    error: "needs a question, and the page that says more: name it in answeredBy",
  })
  .refine(({ answeredBy, shows }) => answeredBy !== "none" || shows === undefined, {
    path: ["shows"],
    error: "has nothing to show where answeredBy is none; take one of them out",
  })
  .refine(({ search, shows, after }) => search === undefined || (shows ?? after) === undefined, {
    path: ["search"],
    error: "has no shows and no after, which belong to a question; take them out",
  })
  .refine(({ search, answeredBy, todo }) => search === undefined || todo || (answeredBy !== undefined && answeredBy !== "none"), {
    path: ["search"],
    error: "needs the page that it should find; name it in answeredBy",
  });

/** Something that a reader asks or searches, and what the docs should make of it. */
export interface Question extends Pick<z.infer<typeof Entry>, "language" | "version" | "todo"> {
  /** The place where it is written, for messages: a file with its line, or a setting. */
  readonly source: string;
  readonly kind: "question" | "search";
  readonly text: string;
  readonly after: readonly string[];
  /** Pages or sections that answer it, any of them; empty when none may, undefined when any may. */
  readonly answeredBy: readonly string[] | undefined;
  readonly shows: readonly string[];
  /** The owner's own answer, as Markdown. */
  readonly answer?: string | undefined;
}

/** Questions, and what is wrong with other entries: file, line, field and how to fix it. */
export interface ReadQuestions {
  readonly questions: readonly Question[];
  readonly findings: readonly Finding[];
}

/** Reads the text of a file of questions, which messages name. */
export function parseQuestions(file: string, text: string): ReadQuestions {
  const lines = new LineCounter();
  const { errors, contents } = readYaml(text, { lineCounter: lines });
  const lineOf = (offset = 0) => lines.linePos(offset).line;
  const fault = (message: string, offset?: number) => errorIn(file, message, { line: lineOf(offset) });
  const [error] = errors;
  if (error) return { questions: [], findings: [fault(`The file is not YAML: ${error.message.split("\n")[0]}`, error.pos[0])] };
  if (contents === null) return { questions: [], findings: [] };
  if (!isSeq(contents))
    return { questions: [], findings: [fault('The file is not a list; begin each entry with "- question: ".')] };
  const questions: Question[] = [];
  const findings: Finding[] = [];
  for (const item of contents.items) {
    if (!isMap(item)) {
      findings.push(fault('This is not an entry; begin each with "- question: ".', startOf(item)));
      continue;
    }
    const source = `${file}:${lineOf(startOf(item))}`;
    const parsed = Entry.safeParse(item.toJSON());
    if (parsed.success) questions.push(toQuestion(parsed.data, source));
    else findings.push(...parsed.error.issues.map((issue) => fault(`${describe(issue)}.`, startOf(nodeOf(item, issue)))));
  }
  return { questions, findings };
}

function toQuestion(entry: z.infer<typeof Entry>, source: string): Question {
  const { question, search, answeredBy, shows = [], after = [], ...rest } = entry;
  const kind = search === undefined ? "question" : "search";
  const places = answeredBy === "none" ? [] : answeredBy === undefined ? undefined : [answeredBy].flat();
  return { ...rest, source, kind, text: question ?? search ?? "", shows, after, answeredBy: places };
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** Returns the node that an issue is about: a field that there is, or the whole entry. */
function nodeOf(item: YAMLMap, issue: z.core.$ZodIssue): Node | undefined {
  const [field] = issue.code === "unrecognized_keys" ? issue.keys : issue.path;
  const key = item.items.find((pair) => isScalar(pair.key) && pair.key.value === field)?.key;
  return isNode(key) ? key : item;
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys")
    return `${issue.keys.join(", ")} is not a field; an entry has ${Object.keys(Entry.shape).join(", ")}`;
  const field = String(issue.path[0]);
  if (field === "answeredBy") return "answeredBy must be a path such as /docs/keys#create-a-key, a list of paths, or none";
  if (issue.code === "invalid_type" && issue.expected === "boolean") return `${field} must be true or false`;
  if (issue.code === "invalid_type") return `${field} must be text; put it in quotes: "2"`;
  if (issue.code === "invalid_union") return `${field} must be words, or a list of them`;
  return `${field} ${issue.message}`;
}

/** A question of the owner's that a page answers. */
export interface OwnQuestion {
  readonly question: string;
  /** Path and anchor of the section that answers it. */
  readonly place: string;
}

/** An answer that the owner of the docs has written for a question. */
export interface OwnAnswer extends OwnQuestion {
  /** Markdown. */
  readonly answer: string;
  /** Only for readers of this language and version, where the owner names them. */
  readonly language: string | undefined;
  readonly version: string | undefined;
}

/**
 * Lists, in the order of files and entries, the first questions that a page answers, and the answers that the owner has written: at
 * most 1,000 of each.
 */
export function listOwnQuestions(files: readonly ContentFile[]): { questions: OwnQuestion[]; answers: OwnAnswer[] } {
  const entries = files
    .filter(({ path }) => isQuestionsFile(path))
    .flatMap(({ path, text }) => parseQuestions(path, text).questions)
    .flatMap(({ answeredBy: [place] = [], ...rest }) => (place === undefined ? [] : [{ ...rest, place }]));
  const questions = entries
    .filter(({ kind, after, todo }) => kind === "question" && after.length === 0 && !todo)
    .map(({ text: question, place }) => ({ question, place }));
  const answers = entries.flatMap(({ text: question, answer, place, language, version }) =>
    answer === undefined ? [] : [{ question, answer, place, language, version }],
  );
  return { questions: questions.slice(0, MAX_LISTED), answers: answers.slice(0, MAX_LISTED) };
}
