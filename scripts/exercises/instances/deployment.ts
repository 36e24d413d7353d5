import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createKeys, type Keys, NO_LIMITS } from "../../../lib/auth/testing-keys.ts";
import { copyBuild, type Instance, startInstance } from "../standalone.ts";

const PAGES = 30;
export const DOMAIN = "docs";

/** Two instances of the last standalone build, and what they share. */
export interface Deployment {
  readonly instances: readonly [Instance, Instance];
  /** Keys of their DOCENT_KEYS. */
  readonly keys: Keys;
  /** Writes another edition of every page into the content folder. */
  readonly edit: (edition: number) => void;
}

/** Starts two instances on one database, with a runtime content folder. @throws Error without a standalone build. */
export async function startDeployment(root: string, databaseUrl: string): Promise<Deployment> {
  const [site, content] = [path.join(root, "site"), path.join(root, "content")];
  await copyBuild(site);
  const edit = (edition: number) => writePages(content, edition);
  edit(0);
  const { keys, variables } = createKeys(DOMAIN);
  const config = path.join(root, "config.json");
  writeFileSync(config, JSON.stringify(toConfig(content)));
  const environment = {
    ...variables,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: "10",
    DOCENT_CONFIG: config,
    DOCENT_CONTENT_DIR: content,
  };
  const start = (name: string) => startInstance({ name, site, root, environment });
  const instances = [await start("A"), await start("B")] as const;
  return { instances, keys, edit };
}

function toConfig(content: string): object {
  const project = { id: DOMAIN, domain: DOMAIN, name: "Docs", content };
  const organisation = { id: "exercise", name: "Exercise" };
  return { organisation, projects: [project], limits: NO_LIMITS, logs: { requests: false } };
}

function writePages(folder: string, edition: number): void {
  mkdirSync(folder, { recursive: true });
  for (let page = 0; page < PAGES; page += 1) {
    const name = page === 0 ? "index" : `guide-${page}`;
    const steps = Array.from(
      { length: 8 },
      (_, step) => `## Step ${step}\n\nRun \`tool step-${step}\` to prepare part ${page}.${step}.`,
    );
    writeFileSync(path.join(folder, `${name}.mdx`), `# Guide ${page}\n\nThis is edition ${edition}.\n\n${steps.join("\n\n")}\n`);
  }
}
