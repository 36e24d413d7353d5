import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findFreePort } from "../../e2e/server.ts";
import { readArguments, runCommand } from "../command-line.ts";
import { isForkPath, SHARED_PATHS } from "../owners.ts";
import { KILN, KILN_FLAGS } from "./kiln.ts";
import { Workspace } from "./workspace.ts";

const help = `node scripts/exercises/fork.ts [--quick] [--keep]

Does what a new user does, on a copy of the last commit: init, then a page, a component, a landing page, a route, an API
description, a logo, a font, colours, a header link, an analytics script and messages, then npm test. Fails when a test
fails, when a file changed that no fork owns, or when a page, a card's text or an error names the template.

  --quick  without the unit tests and browser tests
  --keep   leave the copy where it is`;

await runCommand(help, async (args) => {
  const { quick, keep } = readArguments(args, { options: { quick: { type: "boolean" }, keep: { type: "boolean" } } }).values;
  const site = new Workspace("fork");
  console.log(site.folder);
  const before = site.git("rev-parse", "HEAD");
  site.run("npm", "run", "--silent", "init", "--", ...KILN_FLAGS);
  site.commit("docs: begin");
  const afterInit = site.git("rev-parse", "HEAD");
  site.run("npm", "run", "--silent", "init", "--", ...KILN_FLAGS);
  if (site.git("status", "--porcelain")) throw new Error("A second init changed something.");
  site.write(KILN);
  site.commit("docs: make it ours");
  console.log(site.git("diff", "--stat", afterInit, "HEAD"));
  requireOwnPaths(site.git("diff", "--name-only", before, "HEAD").split("\n"));
  if (quick) for (const step of ["lint", "types", "check", "build", "test:smoke"]) site.run("npm", "run", "--silent", step);
  else site.run("npm", "test");
  await requireNoTrace(site.folder);
  if (!keep) site.remove();
  console.log("The exercise is done: everything is as it should be.");
});

function requireOwnPaths(files: readonly string[]): void {
  const foreign = files.filter((file) => !isForkPath(file) && !(SHARED_PATHS as readonly string[]).includes(file));
  if (foreign.length > 0) throw new Error(`Files changed that no fork owns:\n${foreign.join("\n")}`);
}

async function requireNoTrace(folder: string): Promise<void> {
  const origin = `http://localhost:${await findFreePort()}`;
  const server = start(folder, origin);
  try {
    await waitFor(`${origin}/v1/health`);
    const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
    const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url as string);
    const others = [
      "/",
      "/fr",
      "/pricing",
      "/errors",
      "/errors/not_found",
      "/nowhere",
      "/llms.txt",
      "/llms-full.txt",
      "/v1/nowhere",
      "/api/icon",
    ];
    const traces: string[] = [];
    for (const url of [...pages, ...others.map((path) => origin + path)]) {
      const text = await (await fetch(url)).text();
      const found = /.{0,40}\bDocent\b.{0,40}/.exec(text);
      if (found) traces.push(`${url}: ${found[0]}`);
    }
    const markdown = await (await fetch(`${origin}/docs/glaze.md`)).text();
    if (!markdown.includes("Fire at **1240 °C** for 9 hours.")) traces.push(`The own component is not Markdown: ${markdown}`);
    if (traces.length > 0) throw new Error(traces.join("\n"));
    console.log(`${pages.length + others.length} addresses without a trace of the template.`);
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
}

function start(folder: string, origin: string): ChildProcess {
  const data = mkdtempSync(path.join(os.tmpdir(), "docent-exercise-"));
  const { port } = new URL(origin);
  const env = { ...process.env, NODE_ENV: "production", PORT: port, SITE_URL: origin, DOCENT_DATA_DIR: data } as const;
  return spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-p", port], { cwd: folder, env, stdio: "ignore" });
}

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if ((await fetch(url).catch(() => undefined))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer within a minute.`);
}
