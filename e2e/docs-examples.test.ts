import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** The pages whose code readers copy, and the folder from which its packages resolve. */
const pages = [
  {
    name: "AI SDK 5 and newer",
    file: "content/en/v2/connect-usechat.mdx",
    packages: "e2e",
    stream: "X-Vercel-AI-UI-Message-Stream",
  },
  { name: "AI SDK 4", file: "content/en/v1/connect-usechat.mdx", packages: "e2e/v4-client", stream: "X-Vercel-AI-Data-Stream" },
] as const;

describe.each(pages)("the code of the page on useChat for $name", ({ file, packages, stream }) => {
  let folder = "";
  let route = "";
  let component = "";

  beforeAll(async () => {
    const page = await readFile(file, "utf8");
    [route, component] = [fenceOf(page, "app/api/chat/route.ts"), fenceOf(page, "app/ask.tsx")];
    // Hidden, so that the project's own type check and lint pass it over.
    folder = await mkdtemp(path.join(packages, ".docs-examples-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("has types that fit the packages it names", async () => {
    await writeFile(path.join(folder, "route.ts"), route);
    await writeFile(path.join(folder, "ask.tsx"), component);
    await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(settings));
    expect(await typeCheck(folder)).toBe("");
  });

  test("passes the reader's request on with the key, and the stream back as it comes", async () => {
    const seen: { authorization: string | undefined; body: string }[] = [];
    const server = createServer(async (request, response) => {
      seen.push({ authorization: request.headers.authorization, body: await textOf(request) });
      response.writeHead(200, { "Content-Type": "text/event-stream", [stream]: "v1", "X-Thread-Id": "th_1" });
      response.write("first\n");
      response.end("second\n");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const local = route.replace(/https:\/\/docs\.example\.com/, `http://127.0.0.1:${port}`);
    const module = path.resolve(folder, "route-under-test.ts");
    await writeFile(module, local);
    process.env.DOCENT_KEY = "dk_example";
    try {
      const { POST } = (await import(/* @vite-ignore */ module)) as { POST: (request: Request) => Promise<Response> };
      const answer = await POST(new Request("http://app.example/api/chat", { method: "POST", body: '{"fp":"visitor-1"}' }));
      expect(seen).toEqual([{ authorization: "Bearer dk_example", body: '{"fp":"visitor-1"}' }]);
      expect(Object.fromEntries([stream, "X-Thread-Id"].map((name) => [name, answer.headers.get(name)]))).toEqual({
        [stream]: "v1",
        "X-Thread-Id": "th_1",
      });
      expect(await answer.text()).toBe("first\nsecond\n");
    } finally {
      delete process.env.DOCENT_KEY;
      server.close();
    }
  });
});

const settings = {
  compilerOptions: {
    target: "es2024",
    lib: ["dom", "dom.iterable", "esnext"],
    module: "esnext",
    moduleResolution: "bundler",
    jsx: "react-jsx",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node", "react"],
  },
  include: ["*.ts", "*.tsx"],
};

/** The code of the fence with this title, without the indent that its step gives it. */
function fenceOf(page: string, title: string): string {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.trimStart().startsWith("```") && line.endsWith(` ${title}`));
  const indent = lines[start]?.search(/\S/) ?? -1;
  const end = lines.findIndex((line, index) => index > start && line.trim() === "```");
  if (start < 0 || end < 0) throw new Error(`The page has no code block titled ${title}.`);
  const code = lines.slice(start + 1, end);
  return `${code.map((line) => line.slice(indent)).join("\n")}\n`;
}

/** What the type checker reports; empty when it finds nothing. */
async function typeCheck(folder: string): Promise<string> {
  const command = path.resolve("node_modules/typescript/bin/tsc");
  const run = promisify(execFile)(process.execPath, [command, "-p", folder]);
  return run.then(
    ({ stdout }) => stdout,
    (failure: { stdout?: string; message: string }) => failure.stdout || failure.message,
  );
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
