import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readDocsCode, usechatPages } from "../../e2e/docs-code.ts";

describe.each(usechatPages)("the code of the page on useChat for $name", ({ file, packages, stream }) => {
  let folder = "";
  let route = "";
  let component = "";

  beforeAll(async () => {
    [route, component] = [await readDocsCode(file, "app/api/chat/route.ts"), await readDocsCode(file, "app/ask.tsx")];
    // Hidden, so that the project's own type check and lint pass it over.
    folder = await mkdtemp(path.join(packages, ".docs-examples-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("is what the browser tests run, but for the name of the project", async () => {
    const tested = path.join("e2e/site", file);
    const ours = await readDocsCode(tested, "app/api/chat/route.ts");
    expect(ours.replace("/assistant/harbor/", "/assistant/docent/")).toBe(route);
    expect(await readDocsCode(tested, "app/ask.tsx")).toBe(component);
  });

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

/** Returns what the type checker reports; empty when it finds nothing. */
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
