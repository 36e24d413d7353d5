import { plainText, toJson } from "../../../lib/openapi/description/json-text.ts";
import type { NamedExample } from "../../../lib/openapi/document/example.ts";
import { type ApiResponse, isError, type Operation, preferredContent, WEBHOOK } from "../../../lib/openapi/document/operation.ts";
import { initialState, toCall } from "../../../lib/openapi/playground/call.ts";
import type { PlaygroundOperation } from "../../../lib/openapi/playground/playground.ts";
import { SAMPLE_LANGUAGES, type SampleLanguage, toSampleLanguage } from "./sample-language.ts";
import { sampleIn } from "./samples.ts";

/** Code in one language that a reader may choose. */
export interface PanelSample {
  /** Unique among the samples of a panel. */
  readonly title: string;
  readonly language: SampleLanguage | undefined;
  /** As the description has it; absent for code that is generated from what the call holds. */
  readonly code?: string;
}

/** A named example of a body. */
export interface PanelExample {
  readonly title: string;
  /** Words about it; absent for none. */
  readonly note?: string;
  /** Its place among the examples that fill the form; absent for one that no form holds. */
  readonly held?: number;
  /** Absent for one that the samples hold. */
  readonly code?: string;
}

/** An example response: those of one status. */
export interface PanelResponse {
  readonly status: string;
  /** At least one; without a title where the description gives none. */
  readonly examples: readonly PanelExample[];
}

/** The code of an operation: its calls in several languages, and its responses. */
export interface Panel {
  /** Empty for a call that the API makes. */
  readonly samples: readonly PanelSample[];
  /** The generated code of the first example in the first language that is generated. */
  readonly first: string;
  /** Named examples of the request; empty without any. */
  readonly examples: readonly PanelExample[];
  readonly responses: readonly PanelResponse[];
}

/** Makes the panel of an operation. Code that its author wrote comes first, and replaces the generated one of its language. */
export function toPanel(operation: Operation, playground: PlaygroundOperation): Panel {
  const isCall = operation.method !== WEBHOOK;
  const written = withUniqueTitles(
    operation.samples.map(({ title, language, source }) => ({ title, language: toSampleLanguage(language), code: source })),
  );
  const covered = new Set(written.flatMap(({ language, title }) => [language, toSampleLanguage(title)]));
  const generated = isCall ? SAMPLE_LANGUAGES.filter((language) => !covered.has(language)) : [];
  const server = operation.servers[0] ?? "";
  const [language] = generated;
  const examples = isCall ? toExamples(operation, playground) : toPayloads(operation);
  const state = { ...initialState(playground, examples[0]?.held), server };
  return {
    samples: [...written, ...generated.map((title) => ({ title, language: title }))],
    first: language ? sampleIn(language, toCall(playground, state)) : "",
    examples,
    responses: operation.responses
      .toSorted((left, right) => Number(isError(left.status)) - Number(isError(right.status)))
      .flatMap(toResponse),
  };
}

/** Returns samples whose titles differ: two may have one title in a description, and both are shown. */
function withUniqueTitles(samples: readonly PanelSample[]): PanelSample[] {
  const counts = new Map<string, number>();
  return samples.map((sample) => {
    const count = (counts.get(sample.title) ?? 0) + 1;
    counts.set(sample.title, count);
    return count === 1 ? sample : { ...sample, title: `${sample.title} (${count})` };
  });
}

/** Returns the named examples of a request. One that no form can hold, such as a long one, comes with its code. */
function toExamples({ body }: Operation, { bodies }: PlaygroundOperation): PanelExample[] {
  const named = preferredContent(body?.contents ?? [])?.named ?? [];
  // The sample of the first body is the only one of them.
  if (named.length === 1) return named.map(({ title, description }) => ({ title, ...noteOf(description) }));
  const inForm = bodies[0]?.examples ?? [];
  return named.map((example) => {
    const held = inForm.findIndex(({ value }) => value === example.value);
    return held === -1 ? toExample(example) : { title: example.title, ...noteOf(example.description), held };
  });
}

/** Returns what the API sends where it is the one that calls. */
function toPayloads({ body }: Operation): PanelExample[] {
  const content = preferredContent(body?.contents ?? []);
  if (content && content.named.length > 0) return content.named.map(toExample);
  const example = content?.example();
  return content && example !== undefined ? [{ title: content.contentType, code: toCode(example) }] : [];
}

function toExample({ title, description, value }: NamedExample): PanelExample {
  return { title, ...noteOf(description), code: shorten(toCode(value)) };
}

function noteOf(description: string): Pick<PanelExample, "note"> {
  return description ? { note: description } : {};
}

const MAX_ERROR_CHARS = 6_000;
/** Only the start of a longer response is shown. */
const MAX_ANSWER_CHARS = 20_000;

/** Returns the examples of a response: those that the description names, else one. */
function toResponse({ status, contents }: ApiResponse): PanelResponse[] {
  const content = preferredContent(contents);
  if (content && content.named.length > 0) return [{ status, examples: content.named.map(toExample) }];
  // None is generated for an error.
  if (isError(status) && content?.given === undefined) return [];
  const example = content?.example();
  if (example === undefined) return [];
  const code = toCode(example);
  // A given one may hold the whole object that it is about.
  if (isError(status) && code.length > MAX_ERROR_CHARS) return [];
  return [{ status, examples: [{ title: "", code: shorten(code) }] }];
}

function shorten(code: string): string {
  return code.length > MAX_ANSWER_CHARS ? `${code.slice(0, MAX_ANSWER_CHARS).replace(/\n[^\n]*$/, "")}\n…` : code;
}

function toCode(example: unknown): string {
  return typeof example === "string" ? plainText(example) : toJson(example, 2);
}
