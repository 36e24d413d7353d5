import { EventEmitter, once } from "node:events";
import {
  breaksAfter,
  type ChatRequest,
  calls,
  fallsSilentAfter,
  pauses,
  type Reply,
  type ScriptedProvider,
  says,
  stallsInCall,
  startProvider,
} from "../../internal/testing/assistant-provider.ts";

/** A language model that does what the question says. */
export interface ObedientModel extends ScriptedProvider {
  /** Resumes an answer that waits in its middle. */
  readonly release: () => void;
}

/** Questions that the model knows. It answers any other with how many it has answered. */
export const questions = {
  /** Searches, writes half of an answer, waits, and writes the rest, which cites what was found. */
  pause: "Answer in two halves.",
  /** Writes some words and never ends. */
  stall: "Never come to an end.",
  /** Begins to call the search and never ends. */
  stallInCall: "Never come to the search.",
  /** Writes some words, and then the connection breaks. */
  breakOff: "Break off.",
} as const;

export async function startObedientModel(): Promise<ObedientModel> {
  const gate = new EventEmitter();
  let answered = 0;
  const search = calls("search", { query: "create an assistant key" });
  const halves = pauses("First half, ", () => once(gate, "release"), "second half [1].");
  const replies = new Map<string, Reply>([
    [questions.pause, (response, body) => (body.messages.at(-1)?.role === "tool" ? halves : search)(response, body)],
    [questions.stall, fallsSilentAfter("No end ")],
    [questions.stallInCall, stallsInCall("search", '{"query":"a ke')],
    [questions.breakOff, breaksAfter("Some words ")],
  ]);
  const count: Reply = (response, body) => {
    answered += 1;
    says(`Answer number ${answered}.`)(response, body);
  };
  const provider = await startProvider((response, body) => (replies.get(questionOf(body)) ?? count)(response, body));
  return { ...provider, release: () => void gate.emit("release") };
}

function questionOf({ messages }: ChatRequest): string {
  // What a search for the question found is below it.
  return String(messages.findLast(({ role }) => role === "user")?.content).split("\n\n")[0] ?? "";
}
