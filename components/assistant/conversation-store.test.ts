import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetConversation, listConversations, rememberConversation } from "./conversation-store.ts";
import type { PanelMessage } from "./panel-message.ts";

const ask = (id: string, text = `Question ${id}`): PanelMessage => ({ id, role: "user", parts: [{ type: "text", text }] });

beforeEach(() => {
  const items = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  vi.stubGlobal("window", { localStorage });
});
afterEach(() => vi.unstubAllGlobals());

test("the latest conversation comes first, and a continued one stays one", () => {
  rememberConversation("docs", [ask("a")], 1);
  rememberConversation("docs", [ask("b")], 2);
  rememberConversation("docs", [ask("a"), ask("c")], 3);
  const all = listConversations("docs");
  expect(all.map(({ id, title, at, messages }) => [id, title, at, messages.length])).toEqual([
    ["a", "Question a", 3, 2],
    ["b", "Question b", 2, 1],
  ]);
  expect(listConversations("other")).toEqual([]);
});

test("20 are remembered, and no more than a million characters", () => {
  for (let index = 0; index < 25; index++) rememberConversation("docs", [ask(`${index}`)]);
  expect(listConversations("docs").map(({ id }) => id)).toHaveLength(20);
  for (let index = 0; index < 5; index++) rememberConversation("docs", [ask(`long ${index}`, "x".repeat(300_000))]);
  expect(listConversations("docs").map(({ id }) => id)).toEqual(["long 4", "long 3", "long 2"]);
});

test("a conversation can be forgotten", () => {
  rememberConversation("docs", [ask("a")]);
  rememberConversation("docs", [ask("b")]);
  expect(forgetConversation("docs", "a").map(({ id }) => id)).toEqual(["b"]);
  forgetConversation("docs", "b");
  expect(listConversations("docs")).toEqual([]);
});

test.each(["{", "7", '[{"id":1}]', '[{"id":"a","title":"t","at":1,"messages":[{}]}]'])(
  "what cannot be read is nothing: %s",
  (text) => {
    window.localStorage.setItem("docent:conversations:docs", text);
    expect(listConversations("docs")).toEqual([]);
  },
);
