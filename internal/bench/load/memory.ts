import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import config from "../../../docent.config.ts";
import { startInstance } from "../../exercises/standalone.ts";
import { createKeys, NO_LIMITS } from "../../testing/auth-keys.ts";
import { residentMiB } from "./processes.ts";

/** Memory of one server by the number of its pages. */
export interface MemoryFigures {
  readonly measured: readonly { readonly pages: number; readonly residentMiB: number; readonly firstSearchSeconds: number }[];
  /** Growth from the least to the most pages. */
  readonly perThousandPagesMiB: number;
}

const SIZES = [500, 1_500] as const;
const SETTLE_MS = 3_000;
const WORDS =
  "configure deploy request token search page section server client update query answer stream cache limit store".split(" ");

/** Starts a server with folders of different sizes, and weighs it after its first search. */
export async function measureMemory(site: string, root: string): Promise<MemoryFigures> {
  const measured = [];
  for (const pages of SIZES) measured.push(await weigh(pages, site, path.join(root, `pages-${pages}`)));
  const [least, most] = [measured[0] as (typeof measured)[0], measured.at(-1) as (typeof measured)[0]];
  const perPage = (most.residentMiB - least.residentMiB) / (most.pages - least.pages);
  return { measured, perThousandPagesMiB: Math.round(perPage * 1_000) };
}

async function weigh(pages: number, site: string, root: string) {
  const content = path.join(root, "content");
  mkdirSync(content, { recursive: true });
  for (let page = 0; page < pages; page += 1) writeFileSync(path.join(content, `page-${page}.mdx`), writePage(page));
  const { id, domain } = config.projects[0] as (typeof config.projects)[number];
  const { keys, variables } = createKeys(id);
  const project = { id, domain, name: "Pages", content };
  const settings = { organisation: config.organisation, projects: [project], limits: NO_LIMITS };
  const file = path.join(root, "config.json");
  writeFileSync(file, JSON.stringify(settings));
  const server = await startInstance({ name: "1", site, root, environment: { ...variables, DOCENT_CONFIG: file } });
  try {
    const headers = { authorization: `Bearer ${keys.assistant}`, "content-type": "application/json" };
    const started = performance.now();
    const body = JSON.stringify({ query: "configure a token" });
    const response = await fetch(`${server.url}/v1/search/${domain}`, { method: "POST", headers, body });
    if (!response.ok || ((await response.json()) as object[]).length === 0) throw new Error("The first search found nothing.");
    const firstSearchSeconds = Math.round((performance.now() - started) / 100) / 10;
    await wait(SETTLE_MS);
    return { pages, residentMiB: residentMiB([server.child.pid as number]), firstSearchSeconds };
  } finally {
    await server.stop();
  }
}

/** A page of 700 words in seven sections, as long as one of the manual. */
function writePage(page: number): string {
  const word = (index: number) => WORDS[(index * 7 + page * 13 + (index % 11) * page) % WORDS.length];
  const sentence = (from: number) => `${Array.from({ length: 20 }, (_, index) => word(from + index)).join(" ")}.`;
  const section = (at: number) =>
    `## Part ${at} of ${word(at)} ${page}\n\n${Array.from({ length: 5 }, (_, index) => sentence(at * 100 + index * 20)).join(" ")}`;
  return `# Page ${page}\n\n${Array.from({ length: 7 }, (_, at) => section(at)).join("\n\n")}\n`;
}
