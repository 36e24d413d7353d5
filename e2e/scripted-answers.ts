import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright/test";
import { test as base } from "./fixtures.ts";

/** Requests of the panel. */
export interface SentQuestion {
  readonly fp: string;
  readonly threadId?: string;
  readonly filter?: object;
  readonly currentPath?: string;
  readonly context?: readonly { type: string; value: string; path: string }[];
  readonly messages: readonly { id: string; role: string; content: string }[];
}

/** Writes one answer, line by line, as slowly as a test wants. */
export class ScriptedAnswer {
  readonly question: SentQuestion;
  /** Origin of the panel's page. */
  readonly #origin: string;
  readonly #response: ServerResponse;
  #threadId = "th_scripted";
  #gone = false;

  constructor(question: SentQuestion, origin: string, response: ServerResponse) {
    this.question = question;
    this.#origin = origin;
    this.#response = response;
    response.on("close", () => {
      this.#gone = true;
    });
  }

  /** The reader stopped, or left. */
  get gone(): boolean {
    return this.#gone;
  }

  /** Starts the stream: a message id, the thread, and the engine that writes. */
  begin({ threadId = "th_scripted", engine = "excerpts" } = {}): void {
    this.#threadId = threadId;
    this.#response.writeHead(200, { "content-type": "text/plain; charset=utf-8", "x-vercel-ai-data-stream": "v1" });
    this.part("f", { messageId: `msg-${Math.random()}` });
    this.part("2", [{ type: "thread", threadId }]);
    this.part("8", [
      { type: "thread", threadId },
      { type: "engine", engine },
    ]);
  }

  part(code: string, value: unknown): void {
    this.raw(`${code}:${JSON.stringify(value)}\n`);
  }

  raw(text: string): void {
    if (!this.#gone) this.#response.write(text);
  }

  text(delta: string): void {
    this.part("0", delta);
  }

  source(id: string, path: string, title: string): void {
    this.part("h", { sourceType: "url", id, url: this.urlOf(path), title });
  }

  /** A link as the service writes it. */
  urlOf(path: string): string {
    return `${this.#origin}${path}`;
  }

  end(finishReason = "stop"): void {
    const usage = { promptTokens: null, completionTokens: null };
    this.part("e", { finishReason, usage, isContinued: false });
    this.part("d", { type: "finish", finishReason, usage, threadId: this.#threadId });
    this.#response.end();
  }

  /** Begins, says one text and ends. */
  say(text: string): void {
    this.begin();
    this.text(text);
    this.end();
  }

  refuse(status: number, headers: Record<string, string> = {}): void {
    this.#response.writeHead(status, { "content-type": "application/problem+json", ...headers }).end('{"title":"Refused"}');
  }

  /** The connection breaks without a word. */
  cut(): void {
    this.#response.destroy();
  }
}

export type AnswerScript = (answer: ScriptedAnswer) => void | Promise<void>;

interface Fixtures {
  /** Answers the panel's questions by a script instead of the service. Returns what was asked so far. */
  readonly answerBy: (script: AnswerScript) => Promise<readonly SentQuestion[]>;
}

/** For what the real service cannot be made to do on demand: be slow, fail, or say exactly this. */
export const test = base.extend<Fixtures>({
  answerBy: async ({ page }, use) => {
    const asked: SentQuestion[] = [];
    let script: AnswerScript = (answer) => answer.say("Unscripted.");
    const server = createServer(async (request, response) => {
      const question = JSON.parse(await readBody(request)) as SentQuestion;
      asked.push(question);
      await script(new ScriptedAnswer(question, request.headers.origin ?? "", response));
    });
    server.listen(0);
    await once(server, "listening");
    await redirect(page, (server.address() as AddressInfo).port);
    await use(async (next) => {
      script = next;
      return asked;
    });
    server.closeAllConnections();
    server.close();
  },
});

/** Replaces the server below the page, which does not notice; a real connection, so that it can stream. */
async function redirect(page: Page, port: number): Promise<void> {
  await page.route("**/v1/assistant/harbor/message", (route) =>
    route.continue({ url: `http://localhost:${port}/v1/assistant/harbor/message` }),
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

export { expect } from "./fixtures.ts";
