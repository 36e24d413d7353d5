import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { readArguments, runCommand } from "../../scripts/command-line.ts";
import { MANUAL_PAGES } from "../../scripts/owners.ts";
import { KILN, KILN_FLAGS } from "./kiln.ts";
import { Workspace } from "./workspace.ts";

const help = `npm run exercise:upgrade -- [--test] [--keep]

Makes a fork of the last commit, changes everything that a fork owns, releases a new engine and manual, and upgrades: once
with the shared history of a fork, once without, as a repository made by "Use this template". Fails on a conflict, and when
a file of the fork changed or one of the release is missing.

  --test  run npm test after each upgrade, not only types and check
  --keep  leave the copies where they are`;

/** A file of the engine that the release no longer has, and that nothing needs. */
const GONE_IN_RELEASE = "lib/gone-in-release.ts";

const CONES = `---
title: Cones
---

import { Cones } from "/snippets/cones.jsx";

export const hottest = Math.max(...[4, 6, 10]);

The hottest is cone {hottest}. Go to [cone 6](#cone-6), or read [why](#why-cones).

<Cones list={[4, 6, hottest]} />

<Firing temperature="1222" hours={8}>Slowly.</Firing>

:::tip
Bisque first.
:::

<Details summary="Why cones">They bend.</Details>
`;

/**
 * Pages of a site with code, an own component and elements of other systems. Their links lead to what these show, so that check
 * fails where a release loses it.
 */
const PAGES_WITH_CODE = {
  "content/snippets/cones.jsx":
    'export const Cones = ({ list }) => list.map((cone) => <h3 id={"cone-" + cone}>Cone {cone}</h3>);\n',
  "content/en/cones.mdx": CONES,
  "content/fr/cones.mdx": CONES,
};

await runCommand(help, async (args) => {
  const { test, keep } = readArguments(args, { options: { test: { type: "boolean" }, keep: { type: "boolean" } } }).values;
  const engine = new Workspace("engine");
  engine.write({ [GONE_IN_RELEASE]: "export const gone = 1;\n" });
  engine.commit("docs: what the release removes");
  engine.git("tag", "v0.1.0");
  const sites = [new Workspace("fork", engine.folder), toTemplate(new Workspace("template", engine.folder))];
  for (const site of sites) makeOwn(site);
  release(engine);
  for (const site of sites) {
    const before = ownFiles(site);
    site.run("npm", "run", "--silent", "upgrade", "--", "--from", engine.folder, "--to", "v0.2.0");
    requireUpgraded(site, before);
    for (const step of test ? ["test"] : ["types", "check"]) site.run("npm", "run", "--silent", step);
    if (!keep) site.remove();
  }
  if (!keep) engine.remove();
  console.log("The exercise is done: both sites have the release, and all that was theirs.");
});

/** Restarts the history of a folder with one commit. */
function toTemplate(site: Workspace): Workspace {
  rmSync(path.join(site.folder, ".git"), { recursive: true });
  site.git("init", "--quiet", "--initial-branch=main");
  site.git("config", "user.name", "Exercise");
  site.git("config", "user.email", "exercise@example.com");
  site.commit("Initial commit");
  return site;
}

function makeOwn(site: Workspace): void {
  site.run("npm", "run", "--silent", "init", "--", ...KILN_FLAGS);
  site.write({ ...KILN, ...PAGES_WITH_CODE });
  const manifest = JSON.parse(readFileSync(path.join(site.folder, "package.json"), "utf8"));
  manifest.scripts.draw = "echo draw";
  site.write({ "package.json": `${JSON.stringify(manifest, null, 2)}\n` });
  site.commit("docs: make it ours");
}

/** Changes everything that a release may change: engine, shared files, and files that belong to forks. */
function release(engine: Workspace): void {
  const manifest = JSON.parse(readFileSync(path.join(engine.folder, "package.json"), "utf8"));
  const changelog = readFileSync(path.join(engine.folder, "CHANGELOG.md"), "utf8");
  engine.write({
    "package.json": `${JSON.stringify({ ...manifest, version: "0.2.0" }, null, 2)}\n`,
    "CHANGELOG.md": changelog.replace("## Unreleased", "## 0.2.0\n\n### Breaking\n\n- `x` is gone. Use `y`.\n\n## Unreleased"),
    "lib/new-in-release.ts": "export const added = 1;\n",
    "content/en/v2/new-in-release.mdx": "---\ntitle: New\n---\n\nMore manual.\n",
    "docent.config.ts": `${readFileSync(path.join(engine.folder, "docent.config.ts"), "utf8")}// Changed by the release.\n`,
    "site/landing.tsx": `${readFileSync(path.join(engine.folder, "site/landing.tsx"), "utf8")}// Changed by the release.\n`,
    "internal/manual/new-in-release.test.ts": "export {};\n",
    "internal/bench/new-in-release.ts": "export {};\n",
    "README.md": "Changed by the release.\n",
  });
  rmSync(path.join(engine.folder, GONE_IN_RELEASE));
  engine.commit("feat: release");
  engine.git("tag", "v0.2.0");
}

function ownFiles(site: Workspace): ReadonlyMap<string, Buffer> {
  const files = [...Object.keys({ ...KILN, ...PAGES_WITH_CODE }), "README.md", "content/en/index.mdx"];
  return new Map(files.map((file) => [file, readFileSync(path.join(site.folder, file))]));
}

function requireUpgraded(site: Workspace, before: ReadonlyMap<string, Buffer>): void {
  const faults = [...before]
    .filter(([file, content]) => !readFileSync(path.join(site.folder, file)).equals(content))
    .map(([file]) => `${file} changed`);
  const has = (file: string) => existsSync(path.join(site.folder, file));
  if (!has("lib/new-in-release.ts")) faults.push("lib/new-in-release.ts is missing");
  if (!has(`${MANUAL_PAGES}/v2/new-in-release.mdx`)) faults.push("the new page of the manual is missing");
  for (const file of [GONE_IN_RELEASE, "internal", "docs", "site/landing.tsx", "content/en/v2"])
    if (has(file)) faults.push(`${file} is there`);
  const { name, version, scripts, docent } = JSON.parse(readFileSync(path.join(site.folder, "package.json"), "utf8"));
  if (name !== "kiln" || version === "0.2.0" || scripts.draw !== "echo draw") faults.push("package.json is not merged");
  if (!/^[0-9a-f]{40}$/.test(docent.engine)) faults.push("package.json does not say which commit of the engine it has");
  if (site.git("log", "-1", "--format=%P").trim().includes(" ")) faults.push("the upgrade is more than one commit of the site");
  if (site.git("status", "--porcelain")) faults.push("something is not committed");
  if (faults.length > 0) throw new Error(`${site.folder}: ${faults.join(", ")}`);
}
