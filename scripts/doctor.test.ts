import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { says, startProvider } from "../internal/testing/assistant-provider.ts";
import { makeFolder } from "../internal/testing/folder.ts";

const data = makeFolder();

/** Runs `npm run doctor` with these variables and no others; returns its exit code and lines. */
function doctor(variables: Readonly<Record<string, string>>): Promise<{ code: number; lines: string[] }> {
  // Set to nothing, so that no .env file of the folder fills them in.
  const names = [
    "SITE_URL",
    "SITE_SECRET",
    "READERS_PASSWORD",
    "DATABASE_URL",
    "DOCENT_CONTENT_DIR",
    "ASSISTANT_MODEL",
    "EMBEDDING_MODEL",
    "OPENAI_API_KEY",
    "DEPLOY_HOOK_URL",
  ];
  const empty = Object.fromEntries(names.map((name) => [name, ""]));
  const env = { ...empty, PATH: process.env.PATH, DOCENT_DATA_DIR: data, ...variables } as unknown as NodeJS.ProcessEnv;
  return new Promise((resolve) => {
    execFile(process.execPath, ["scripts/doctor.ts"], { env }, (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, lines: stdout.split("\n") }),
    );
  });
}

test("with nothing set, all works, and the address of the site is to look at", async () => {
  const { code, lines } = await doctor({});
  expect(code).toBe(0);
  expect(lines).toContainEqual(expect.stringMatching(/^note {3}site address +http:\/\/localhost:3000 .*set SITE_URL/));
  expect(lines).toContainEqual(expect.stringMatching(/^(?:ok|note) +store +sqlite, keys: 0/));
  expect(lines).toContainEqual(expect.stringMatching(/^ok {5}disk +\d+ MB free in /));
  expect(lines).toContainEqual(expect.stringMatching(/^ok {5}chat model +none/));
  expect(lines).toContainEqual(expect.stringMatching(/^ok {5}content +\d+ pages in content$/));
  expect(lines.length).toBeLessThan(24);
});

test.each([
  ["that is not there", "/nowhere", "the folder cannot be read (ENOENT)"],
  ["without pages", "lib/limits", "the folder has no pages"],
])("a content folder %s fails, and the variable is named", async (_, folder, says) => {
  const { code, lines } = await doctor({ DOCENT_CONTENT_DIR: folder });
  expect(code).toBe(1);
  expect(lines).toContainEqual(expect.stringMatching(/^FAILS {2}content +DOCENT_CONTENT_DIR: /));
  expect(lines.join("\n")).toContain(says);
});

test("a site that no reader could sign in to fails, for what its server would not start without", async () => {
  const file = path.join(data, "closed.json");
  const project = { id: "kiln", domain: "kiln", name: "Kiln", siteUrl: "http://localhost:3000", content: "content" };
  const organisation = { id: "kiln", name: "Kiln" };
  writeFileSync(file, JSON.stringify({ organisation, projects: [project], access: { signIn: { password: {} } } }));
  const { code, lines } = await doctor({ DOCENT_CONFIG: file });
  expect(code).toBe(1);
  expect(lines).toContainEqual(expect.stringMatching(/^FAILS {2}sign-in +READERS_PASSWORD is missing/));
  const { lines: given } = await doctor({ DOCENT_CONFIG: file, READERS_PASSWORD: "a long shared password" });
  expect(given).toContainEqual(expect.stringMatching(/^ok {5}sign-in /));
});

test("on Vercel without SITE_SECRET it works, and says what that costs", async () => {
  const { code, lines } = await doctor({
    VERCEL: "1",
    VERCEL_ENV: "production",
    VERCEL_PROJECT_PRODUCTION_URL: "docs.example.com",
  });
  expect(code).toBe(0);
  expect(lines).toContainEqual(expect.stringMatching(/^note {3}signing secret .*set SITE_SECRET/));
  expect(lines).toContainEqual(expect.stringMatching(/^ok {5}site address +https:\/\/docs\.example\.com$/));
});

test("a wrong password of the database fails, and is not shown", async () => {
  const server = createServer((socket) => {
    const sendError = () => {
      const fields = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed for user "docent"\0\0');
      const length = Buffer.alloc(4);
      length.writeInt32BE(fields.length + 4);
      socket.end(Buffer.concat([Buffer.from("E"), length, fields]));
    };
    // Asks for the password, and refuses what comes.
    socket.once("data", () => socket.once("data", sendError).write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const { code, lines } = await doctor({ DATABASE_URL: `postgres://docent:hidden-password@127.0.0.1:${port}/docent` });
  server.close();
  expect(code).toBe(1);
  expect(lines).toContainEqual(
    expect.stringMatching(/^FAILS {2}store +DATABASE_URL: the database \S+ cannot be used: password authentication failed/),
  );
  expect(lines.join("\n")).not.toContain("hidden-password");
});

test("a provider that cannot be reached fails, for both models, without its key", async () => {
  const { code, lines } = await doctor({
    ASSISTANT_MODEL: "some-chat",
    EMBEDDING_MODEL: "some-embedding",
    OPENAI_API_KEY: "hidden-key",
    OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
    DEPLOY_HOOK_URL: "http://127.0.0.1:1/hidden-hook",
  });
  expect(code).toBe(1);
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^FAILS {2}chat model +some-chat: .*(?:ECONNREFUSED|Cannot connect|fetch failed|bad port).*\. Check ASSISTANT_MODEL, OPENAI_BASE_URL/,
    ),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^FAILS {2}embedding model +some-embedding: .*\. Check EMBEDDING_MODEL/));
  expect(lines).toContainEqual(expect.stringMatching(/^FAILS {2}deploy hook +127\.0\.0\.1 cannot be reached \(ECONNREFUSED\)/));
  expect(lines.join("\n")).not.toMatch(/hidden/);
});

test("a model is asked as answers ask it: for a stream, with a tool", async () => {
  const provider = await startProvider(says("yes"), (response) =>
    response.writeHead(400).end('{"error":{"message":"no tools"}}'),
  );
  const variables = { ASSISTANT_MODEL: "some-chat", OPENAI_API_KEY: "key", OPENAI_BASE_URL: provider.baseUrl };
  try {
    expect((await doctor(variables)).lines).toContainEqual(expect.stringMatching(/^(?:ok|note) +chat model +some-chat/));
    expect(provider.requests[0]).toMatchObject({ stream: true, tools: [{ function: { name: "search" } }] });
    expect((await doctor(variables)).lines).toContainEqual(expect.stringMatching(/^FAILS +chat model +some-chat/));
  } finally {
    await provider.close();
  }
});

test("a wrong value is named with its remedy", async () => {
  const { code, lines } = await doctor({ SITE_SECRET: "short" });
  expect(code).toBe(1);
  expect(lines.join("\n")).toContain("SITE_SECRET must be at least 32 characters");
});
