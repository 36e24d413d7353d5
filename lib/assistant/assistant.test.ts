import { afterAll, beforeAll, expect, test } from "vitest";
import { askFixture, collect } from "../../internal/testing/assistant.ts";
import { endsWithoutReason, startProvider } from "../../internal/testing/assistant-provider.ts";
import { replaceSettings } from "../../internal/testing/config.ts";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { openTestSqlite } from "../../internal/testing/db.ts";
import { makeFolder } from "../../internal/testing/folder.ts";
import { buildSite } from "../content/content.ts";
import { replaceStore } from "../db/db.ts";
import { replaceLogSink } from "../log.ts";
import { converse, type RunningAnswer } from "./assistant.ts";
import { createProviderModel } from "./model/provider-model.ts";
import { citeNothing } from "./sources/retrieval.ts";
import { openThread, readThread } from "./threads/threads.ts";

const files = createFiles({ "keys.mdx": "---\ntitle: Keys\n---\n\nCreate a key with npm run keys.\n" });
const site = buildSite(createProject({ id: "docs", domain: "docs" }), files);
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  const folder = makeFolder();
  const projects = [{ id: "docs", domain: "docs", name: "Docs", content: folder }];
  const opened = await openTestSqlite();
  undo.push(
    opened.remove,
    opened.store.close,
    replaceStore(opened.store),
    replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects }, { DOCENT_DATA_DIR: folder }),
  );
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

type Reader = (turn: RunningAnswer, leaving: AbortController) => unknown;

/** Statuses of the thread's messages once the turn says that it is done. */
async function statusesAfter(read: Reader, leaving = new AbortController()): Promise<string[]> {
  const thread = await openThread({ domain: "docs", fp: "reader" }, undefined);
  const ask = askFixture("How do I create a key?");
  const turn = await converse({ site: await site, thread, ask, signal: leaving.signal });
  await read(turn, leaving);
  await turn.done;
  return (await readThread("docs", thread.threadId)).items.map(({ role, status }) => `${role} ${status}`);
}

const leave: Reader = (_, leaving) => leaving.abort();
const close: Reader = ({ events }) => events.return();
const readOne: Reader = ({ events }) => events.next();
const readAll: Reader = ({ events }) => collect(events);
const inTurn =
  (...steps: Reader[]): Reader =>
  async (turn, leaving) => {
    for (const step of steps) await step(turn, leaving);
  };

test.each([
  ["leaves without having read anything", leave],
  ["leaves and closes what was never read", inTurn(leave, close)],
  ["leaves in the middle and reads no more", inTurn(readOne, leave)],
  ["leaves in the middle and reads on to the end", inTurn(readOne, leave, readAll)],
  ["closes it in the middle", inTurn(readOne, close)],
])("an answer is stored once, as aborted, when its reader %s", async (_, read) => {
  expect(await statusesAfter(read)).toEqual(["user complete", "assistant aborted"]);
});

test("an answer is stored as aborted when its reader had gone before it began", async () => {
  const gone = new AbortController();
  gone.abort();
  expect(await statusesAfter(() => {}, gone)).toEqual(["user complete", "assistant aborted"]);
});

test("an answer that is read to its end is stored as complete, also when its reader leaves then", async () => {
  expect(await statusesAfter(inTurn(readAll, leave))).toEqual(["user complete", "assistant complete"]);
});

test("an answer whose model never said that it had finished is stored as incomplete, with what came", async () => {
  const running = await startProvider(endsWithoutReason("Half an answer"));
  const { baseUrl } = running;
  const model = createProviderModel({ model: "scripted", apiKey: undefined, baseUrl });
  const thread = await openThread({ domain: "docs", fp: "reader" }, undefined);
  const choose = async () => ({ model, engine: () => "model" as const, cite: citeNothing });
  const silence = replaceLogSink(() => {});
  const turn = await converse({
    site: await site,
    thread,
    ask: askFixture("How?"),
    signal: new AbortController().signal,
    choose,
  });
  await collect(turn.events);
  silence();
  await running.close();
  const [, answer] = (await readThread("docs", thread.threadId)).items;
  expect([answer?.status, answer?.content]).toEqual(["incomplete", "Half an answer"]);
});
