import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Attack, ask, countStatuses, type Outcome, type Reply } from "./attack.ts";
import type { Target } from "./target.ts";

const mark = "attackmark";

/** Finding 2: names that reach what every object inherits. */
const names: readonly (readonly [name: string, source: string])[] = [
  ["<__proto__.then />", "<__proto__.then />"],
  ["<constructor.prototype.x />", "<constructor.prototype.x />"],
  ["<Note.constructor.constructor>", `<Note.constructor.constructor>{"return 1"}</Note.constructor.constructor>`],
  ["<Note.__proto__.toString />", "<Note.__proto__.toString />"],
  ["<hasOwnProperty />", "<hasOwnProperty />"],
];

/** Finding 4: what must not be in the page that is sent; the browser's part is in e2e. */
const scripts: readonly (readonly [name: string, source: string, forbidden: RegExp])[] = [
  ["<svg:script>", `<svg><svg:script>{"${mark}()"}</svg:script></svg>`, /svg:script/i],
  ["<script>", `<script>{"${mark}()"}</script>`, /<script[^>]*>attackmark|"script",null,\{[^}]*attackmark/i],
  ["<a HREF={javascript:}>", `<a HREF={"javascript:${mark}()"}>x</a>`, /javascript:attackmark/i],
  ["<a href={j\\navascript:}>", `<a href={"java\\nscript:${mark}()"}>x</a>`, /java\s*(\\+n)?script:attackmark/i],
  ["<svg><a xlink:href>", `<svg><a xlink:href="javascript:${mark}()"><text>x</text></a></svg>`, /javascript:attackmark/i],
  ["<meta refresh>", `<meta http-equiv="refresh" content="0;url=https://${mark}.example/" />`, /url=https:\/\/attackmark/i],
  ["<iframe srcdoc>", `<iframe srcDoc={"<script>${mark}()</script>"} />`, /srcdoc/i],
  ["<img onerror>", `<img src="x" onerror="${mark}()" />`, /attackmark\(/i],
  ["<base href>", `<base href="https://${mark}.example/" />`, /attackmark\.example/i],
];

export const nameAttacks: readonly Attack[] = names.map(([name, source], index) => ({
  name: `2 a page with ${name}`,
  run: (target) => publish(target, { slug: `name-${index}`, source }, () => []),
}));

export const scriptAttacks: readonly Attack[] = scripts.map(([name, source, forbidden], index) => ({
  name: `4 a page with ${name}`,
  run: (target) =>
    publish(target, { slug: `script-${index}`, source }, ({ text }) => (forbidden.test(text) ? ["is in the page"] : [])),
}));

/** Finding 3: code in a page, published, and then found in the folder by a server that starts. */
export const codeAttacks: readonly Attack[] = [
  {
    name: "3 a page with {process…}, by an update",
    run: (target) => publish(target, { slug: "code", source: codeOf(target) }, () => canaryFaults(target)),
  },
  {
    name: "3 a page with {process…}, in the folder at a start",
    run: async (target, restart) => {
      const file = await writePage(target, { slug: "found", source: codeOf(target) });
      const reply = await ask(await restart(), "/docs/found");
      await rm(file);
      return { statuses: countStatuses([reply]), bad: canaryFaults(target) };
    },
  },
];

const canary = ({ folder }: Target) => path.join(folder, "canary");
const canaryFaults = (target: Target) => (existsSync(canary(target)) ? ["the page wrote a file"] : []);
const codeOf = (target: Target) => `{process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(canary(target))}, "x")}`;

interface Page {
  readonly slug: string;
  readonly source: string;
}

async function writePage({ folder }: Target, { slug, source }: Page): Promise<string> {
  const file = path.join(folder, `content/en/v2/${slug}.mdx`);
  await writeFile(file, `---\ntitle: Hostile\n---\n\nBefore.\n\n${source}\n\nAfter.\n`);
  return file;
}

/** Publishes a page and reads it; the update may refuse it, and whatever it does, other pages must keep working. */
export async function publish(target: Target, page: Page, check: (shown: Reply) => string[]): Promise<Outcome> {
  const file = await writePage(target, page);
  const state = await update(target);
  await rm(file);
  const shown = await ask(target, `/docs/${page.slug}`);
  const other = await ask(target, "/docs/quickstart");
  return {
    statuses: countStatuses([shown, other]),
    seen: `update: ${state}`,
    bad: [
      ...(["success", "failure"].includes(state) ? [] : [`the update ends in ${state}`]),
      ...check(shown),
      ...(other.status === 200 ? [] : [`another page: ${other.status}`]),
    ],
  };
}

/** Longer than a page may hold an update, which may wait for the one before it. */
const MAX_UPDATE_MS = 60_000;

/** Triggers an update and waits for its end: the status, or `silent`. */
async function update(target: Target): Promise<string> {
  const headers = { authorization: `Bearer ${target.keys.account}` };
  const started = await ask(target, "/v1/project/update/docent", { method: "POST", headers });
  if (started.status !== 202) return `trigger ${started.status}`;
  const { statusId } = JSON.parse(started.text) as { statusId: string };
  for (const began = Date.now(); Date.now() - began < MAX_UPDATE_MS; ) {
    const { status, text } = await ask(target, `/v1/project/update-status/${statusId}`, { headers });
    if (status !== 200) return `status ${status}`;
    const state = JSON.parse(text) as { status: string; endedAt: string | null; error?: string };
    if (state.endedAt) return state.status;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return "silent";
}
