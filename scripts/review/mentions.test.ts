import { expect, test } from "vitest";
import { compareInDetail } from "../../lib/openapi/document/compare.ts";
import { findMentions } from "./mentions.ts";

const object = (properties: object) => ({ type: "object", properties });
const text = { type: "string" };

function documentWith(operations: Readonly<Record<string, object>>) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = name.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: { responses: { 200: { description: "ok" } }, ...operation } };
  }
  return { openapi: "3.1.0", info: { title: "t", version: "1" }, paths };
}

const body = (schema: object) => ({ requestBody: { content: { "application/json": { schema } } } });
const query = (name: string, schema: object) => ({ parameters: [{ name, in: "query", schema }] });

/** Returns the lines of a page that mention what is gone, each as `line: name`. */
function mentionsIn(page: string, before: Parameters<typeof documentWith>[0], after: Parameters<typeof documentWith>[0]) {
  const [old, now] = [documentWith(before), documentWith(after)];
  const input = { outdated: compareInDetail(old, now).outdated, before: [old], after: [now] };
  return findMentions([{ path: "guide.mdx", text: page }], input).map(({ line, outdated }) => `${line}: ${outdated.name}`);
}

test("an operation that is gone is found by its path, whatever its variables hold, and by its method", () => {
  const page = [
    "Send `DELETE /pets/{id}`.",
    "```bash",
    "curl -X DELETE https://api.example.com/v1/pets/42",
    "```",
    "Read it with `GET /pets/{id}`.",
    "A [page](/pets/42) of these docs, and `DELETE /shops/pets/42`.",
  ].join("\n");
  const kept = { "GET /pets/{id}": {} };
  expect(mentionsIn(page, { ...kept, "DELETE /pets/{id}": {} }, kept)).toEqual(["1: DELETE /pets/{id}", "3: DELETE /pets/{id}"]);
});

test("a call without a method is a GET", () => {
  const page =
    "```bash\ncurl https://api.example.com/pets/42\n```\n\n```bash\ncurl https://api.example.com/pets/42 \\\n  -d '{}'\n```";
  expect(mentionsIn(page, { "GET /pets/{id}": {}, "POST /pets/{id}": {} }, { "POST /pets/{id}": {} })).toEqual([
    "2: GET /pets/{id}",
  ]);
});

test("a path whose variable alone has a new name is found where the variable is written", () => {
  const page = "---\nopenapi: GET /pets/{petId}\n---\n\n```bash\ncurl https://api.example.com/pets/42\n```";
  const [before, after] = [{ "GET /pets/{petId}": { operationId: "readPet" } }, { "GET /pets/{id}": { operationId: "readPet" } }];
  expect(mentionsIn(page, before, after)).toEqual(["2: GET /pets/{petId}"]);
});

test("a name that nothing has any more is found everywhere, and a common word where its operation is", () => {
  const before = { "POST /pets": body(object({ nick_name: text, state: text })), "POST /shops": body(object({ state: text })) };
  const after = { "POST /pets": body(object({ name: text })), "POST /shops": body(object({ state: text })) };
  const page = [
    "Set `nick_name` first.",
    "",
    "## Shops",
    "Send `POST /shops` with `state`.",
    "",
    "## Pets",
    "Send `POST /pets` with `state`. The state of a thing is a word.",
    "The state of a pet.",
  ].join("\n");
  expect(mentionsIn(page, before, after)).toEqual(["1: nick_name", "7: state"]);
});

test("a value is found as prose writes it, and a bound beside its field", () => {
  const before = {
    "GET /runs": query("status", { enum: ["WAITING_FOR_DEPLOY", "DONE"] }),
    "GET /pets": query("limit", { maximum: 2500 }),
  };
  const after = { "GET /runs": query("status", { enum: ["DONE"] }), "GET /pets": query("limit", { maximum: 100 }) };
  const page = "A run is Waiting for deploy.\n\n| `limit` | at most 2,500 |\n\nWe have 2,500 pets.\n\nWaiting is fine.";
  expect(mentionsIn(page, before, after)).toEqual(["1: WAITING_FOR_DEPLOY", "3: 2500"]);
});

test("a sentence that says itself what is gone, a change log and front matter are no mentions", () => {
  const [before, after] = [{ "POST /pets": body(object({ nick_name: text })) }, { "POST /pets": body(object({ name: text })) }];
  expect(mentionsIn("---\nkeywords: nick_name\n---\n\nThe field `nick_name` was removed.", before, after)).toEqual([]);
  const [old, now] = [documentWith(before), documentWith(after)];
  const input = { outdated: compareInDetail(old, now).outdated, before: [old], after: [now] };
  expect(findMentions([{ path: "docs/changelog.mdx", text: "`nick_name`" }], input)).toEqual([]);
});

test("all of a code sample is code, and a sentence is the one of the mention", () => {
  const [old, now] = [
    documentWith({ "POST /pets": body(object({ nick_name: text })) }),
    documentWith({ "POST /pets": body(object({ name: text })) }),
  ];
  const input = { outdated: compareInDetail(old, now).outdated, before: [old], after: [now] };
  const files = [
    { path: "a.py", text: "pets.create(nick_name='Rex')", isCode: true },
    { path: "a.mdx", text: "First a word. Then `nick_name` is set. Then more." },
  ];
  expect(findMentions(files, input).map(({ file, sentence }) => [file, sentence])).toEqual([
    ["a.py", "pets.create(nick_name='Rex')"],
    ["a.mdx", "Then `nick_name` is set."],
  ]);
});

test("looking takes time by the length of a text, whatever is in it", () => {
  const [before, after] = [{ "GET /pets/{id}": {} }, { "GET /other": {} }];
  const lines = ["/a".repeat(50_000), "`".repeat(50_000), "https://".repeat(10_000), "GET ".repeat(20_000), "{".repeat(50_000)];
  expect(mentionsIn(lines.join("\n"), before, after)).toEqual([]);
}, 20_000);
