import {
  type ChosenModel,
  type ModelCallOptions,
  type ModelStreamPart,
  streamedModel,
} from "../../lib/assistant/model/language-model.ts";
import { contentWords } from "../../lib/assistant/quotes/question.ts";
import { citeNothing } from "../../lib/assistant/sources/retrieval.ts";
import { toReadableStream } from "../../lib/assistant/wire/readable-stream.ts";
import { splitBlocks } from "./answer-text.ts";

/** A passage as a model reads it. */
interface GivenPassage {
  readonly number: number;
  readonly text: string;
}

/** A model that follows a script, and what the tools gave it. */
export interface ScriptedModel {
  readonly choose: () => Promise<ChosenModel>;
  readonly given: () => string;
}

/** Addresses that no tool gives. */
export const INVENTED = ["https://evil.test/guide", "https://docs.test/docs/no-such-page"];
const NO_SUCH_MARKER = 97;

/** Searches for the question as it is put, and writes the two blocks that share most words with it, each with its citation. */
export function createHonestModel(question: string): ScriptedModel {
  return createModel(question, (passages) =>
    bestBlocks(question, passages)
      .map(({ text, number }) => `${text}\n\n[${number}]`)
      .join("\n\n"),
  );
}

/** The same with every citation at another passage, invented links, a marker of nothing, and an unsupported claim. */
export function createCarelessModel(question: string): ScriptedModel {
  return createModel(question, (passages) => {
    const blocks = bestBlocks(question, passages).map(({ text, number }) => {
      const other = passages.find((passage) => passage.number !== number && !passage.text.includes(text));
      return `${text}\n\n[${other?.number ?? NO_SUCH_MARKER}]`;
    });
    const [elsewhere, missing] = INVENTED;
    const claims = `See [the guide](${elsewhere}), <${elsewhere}>, ![](${elsewhere}) and [its page](${missing}). It costs nothing [${NO_SUCH_MARKER}].`;
    return [...blocks, claims].join("\n\n");
  });
}

/** Answers from memory, with a citation of nothing. */
export function createForgetfulModel(): ScriptedModel {
  return toScripted(() => say(`It is on by default and cannot be changed [1].`));
}

function createModel(question: string, write: (passages: readonly GivenPassage[]) => string): ScriptedModel {
  let given = "";
  const scripted = toScripted(({ prompt }) => {
    given = toolText(prompt);
    return given === "" ? search(question) : say(write(readPassages(given)) || "The documentation does not cover it.");
  });
  return { ...scripted, given: () => given };
}

function toScripted(reply: (call: ModelCallOptions) => readonly ModelStreamPart[]): ScriptedModel {
  const model = streamedModel({ provider: "bench", modelId: "scripted" }, async (call) => ({
    stream: toReadableStream(each(reply(call))),
  }));
  return { choose: async () => ({ model, engine: () => "model", cite: citeNothing }), given: () => "" };
}

function toolText(prompt: ModelCallOptions["prompt"]): string {
  const results = prompt.flatMap(({ role, content }) => (role === "tool" ? content : []));
  const texts = results.map((part) => (part.type === "tool-result" && part.output.type === "text" ? part.output.value : ""));
  return texts.join("\n\n");
}

function readPassages(text: string): GivenPassage[] {
  const found = text.matchAll(/<passage cite="\[(\d+)\]"[^>]*>\n([\s\S]*?)\n<\/passage>/g);
  return [...found].map(([, number, body = ""]) => ({ number: Number(number), text: body }));
}

function bestBlocks(question: string, passages: readonly GivenPassage[]): GivenPassage[] {
  const words = contentWords(question, "en").map((word) => word.toLowerCase());
  const blocks = passages.flatMap(({ number, text }) => splitBlocks(text).map((block) => ({ number, text: block })));
  const score = ({ text }: GivenPassage) => words.filter((word) => text.toLowerCase().includes(word)).length;
  return blocks.sort((left, right) => score(right) - score(left)).slice(0, 2);
}

const USAGE = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

function search(query: string): ModelStreamPart[] {
  return [
    { type: "stream-start", warnings: [] },
    { type: "tool-call", toolCallId: "search-1", toolName: "search", input: JSON.stringify({ query }) },
    { type: "finish", finishReason: { unified: "tool-calls", raw: undefined }, usage: USAGE },
  ];
}

/** In small pieces, as a model's text comes. */
function say(text: string): ModelStreamPart[] {
  const deltas = text.match(/[\s\S]{1,7}/g) ?? [];
  return [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "text" },
    ...deltas.map((delta): ModelStreamPart => ({ type: "text-delta", id: "text", delta })),
    { type: "text-end", id: "text" },
    { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage: USAGE },
  ];
}

function* each(parts: readonly ModelStreamPart[]): Generator<ModelStreamPart, void, void> {
  yield* parts;
}
