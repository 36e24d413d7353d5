import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { replaceLogSink } from "../log.ts";
import { forgetProcessState, replaceProcessState } from "../process-state.ts";
import { finishBeforeExit, finishRequests, followRequests } from "./shutdown.ts";

let server: Server;
let agent: Agent;
let responses: ServerResponse[];

const running = { open: new Set(), work: new Set(), server: undefined, isClosing: false };
beforeAll(() => {
  replaceProcessState("running-requests", running);
  followRequests();
});
afterAll(() => {
  // What follows requests goes on with those of the tests that this process runs next.
  running.isClosing = false;
  forgetProcessState();
});
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

test("the first request of a connection that was open is answered, and ends the connection", async () => {
  const { port } = server.address() as AddressInfo;
  const connection = connect(port, "127.0.0.1");
  await once(server, "connection");
  let text = "";
  connection.on("data", (chunk) => {
    text += chunk;
  });
  const ended = once(connection, "end");
  const finished = finishRequests();
  connection.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => responses.length).toBe(1);
  responses[0]?.end("end");
  await Promise.all([ended, finished]);
  expect(text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*Connection: close[\s\S]*end/);
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

test("waits for work that goes on after its response", async () => {
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

test("work that does not end is left when its time is up", async () => {
  const lines: string[] = [];
  const restore = replaceLogSink((line) => lines.push(line));
  finishBeforeExit(new Promise(() => {}));
  await finishRequests(1, 1);
  restore();
  expect(lines.join()).toContain("was left");
});

test("the next process does not wait for it", async () => {
  forgetProcessState();
  await finishRequests();
});
