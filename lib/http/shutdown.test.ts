import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { replaceLogSink } from "../log.ts";
import { forgetProcessState } from "../process-state.ts";
import { listenToServer } from "./node-server.ts";
import { finishBeforeExit, finishRequests } from "./shutdown.ts";

let server: Server;
let agent: Agent;
let responses: ServerResponse[];

beforeAll(listenToServer);
beforeEach(async () => {
  responses = [];
  agent = new Agent({ keepAlive: true });
  server = createServer((_, response) => {
    responses.push(response);
    response.write("begin ");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

/** Begins a request whose answer ends when the test ends it. */
async function open(): Promise<{ text: () => string; ended: Promise<"whole" | "cut"> }> {
  const { port } = server.address() as AddressInfo;
  const [incoming] = (await once(get({ port, host: "127.0.0.1", agent }), "response")) as [IncomingMessage];
  let text = "";
  incoming.on("data", (chunk) => {
    text += chunk;
  });
  const ended = new Promise<"whole" | "cut">((resolve) => {
    incoming.once("error", () => resolve("cut"));
    incoming.once("end", () => resolve("whole"));
  });
  return { text: () => text, ended };
}

test("answers that are being written end whole, while new connections are refused and those that are kept alive end", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, open));
  const { port } = server.address() as AddressInfo;
  const finished = finishRequests();
  await expect(once(get({ port, host: "127.0.0.1", agent: false }), "response")).rejects.toThrow("ECONNREFUSED");
  for (const response of responses) response.end("end");
  expect(await Promise.all(answers.map(({ ended }) => ended))).toEqual(answers.map(() => "whole"));
  expect(new Set(answers.map(({ text }) => text()))).toEqual(new Set(["begin end"]));
  await finished;
});

test("a connection that is silent, or that has sent half of a request, holds up nothing", async () => {
  const { port } = server.address() as AddressInfo;
  const silent = connect(port, "127.0.0.1");
  const half = connect(port, "127.0.0.1", () => half.write("GET / HTTP/1.1\r\nHost:"));
  const ended = [silent, half].map((connection) => once(connection.on("error", () => {}).resume(), "close"));
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(2);
  await finishRequests();
  await Promise.all(ended);
});

test("an answer that does not end is cut when its time is up", async () => {
  const lines: string[] = [];
  const restore = replaceLogSink((line) => lines.push(line));
  const { ended } = await open();
  await finishRequests(1);
  restore();
  expect(await ended).toBe("cut");
  expect(lines.join()).toContain("were cut");
});

test("waits for work that continues after its response", async () => {
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  finishBeforeExit(promise.then(() => order.push("stored")));
  const { ended } = await open();
  const finished = finishRequests().then(() => order.push("finished"));
  responses[0]?.end();
  await ended;
  resolve();
  await finished;
  expect(order).toEqual(["stored", "finished"]);
});

test("work that does not end is abandoned when its time is up", async () => {
  const lines: string[] = [];
  const restore = replaceLogSink((line) => lines.push(line));
  finishBeforeExit(new Promise(() => {}));
  await finishRequests(1, 1);
  restore();
  expect(lines.join()).toContain("was abandoned");
});

test("the next process does not wait for it", async () => {
  forgetProcessState();
  await finishRequests();
});
