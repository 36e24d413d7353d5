import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkConfig, readSettings } from "../../lib/config/config.ts";
import { findPage } from "../../lib/content/site/site.ts";
import { replaceProcessState, resetProcessState } from "../../lib/process-state.ts";
import { currentSite } from "../../lib/site/served/current.ts";
import { readUpdate, runWaitingJobs, triggerUpdate, type UpdateStatus } from "../../lib/updates/updates.ts";

/** State that a restart of a server makes again. */
const restarted = ["sites", "parsed", "live", "worker", "engines", "embedding-provider"] as const;

/** A project in its own folder, and this process set up to serve it. */
export interface TestProject {
  readonly folder: string;
  /** Runs one update to its end. */
  readonly update: () => Promise<UpdateStatus>;
  /** Title of the page at a slug; undefined when there is no such page. */
  readonly titleOf: (slug: string) => Promise<string | undefined>;
  /** Writes files below the content folder; null deletes one. */
  readonly write: (files: Readonly<Record<string, string | null>>) => Promise<void>;
  /** Makes the process forget what it serves, as a restart would. */
  readonly restart: () => void;
  readonly remove: () => Promise<void>;
}

export interface TestProjectOptions {
  readonly files: Readonly<Record<string, string>>;
  /** Text of an API description beside the content folder. */
  readonly descriptionFile?: string;
  /** Members of the project in the configuration. */
  readonly project?: Readonly<Record<string, unknown>>;
  readonly updates?: Readonly<Record<string, unknown>>;
  /** Other members of the configuration. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Sets up a project with the id and domain `pets`. */
export async function createTestProject(options: TestProjectOptions): Promise<TestProject> {
  const folder = await mkdtemp(path.join(tmpdir(), "docent-updates-"));
  const content = path.join(folder, "content");
  const descriptionFile = path.join(folder, "openapi.yaml");
  if (options.descriptionFile !== undefined) await writeFile(descriptionFile, options.descriptionFile);
  const described = options.descriptionFile === undefined ? {} : { apiDescription: descriptionFile };
  const config = checkConfig(
    {
      organisation: { id: "pets", name: "Pets" },
      projects: [{ id: "pets", domain: "pets", name: "Pets", content, ...described, ...options.project }],
      updates: options.updates ?? {},
      ...options.config,
    },
    "the test",
  );
  const write: TestProject["write"] = async (files) => {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(content, name);
      await mkdir(path.dirname(file), { recursive: true });
      if (text === null) await rm(file);
      else await writeFile(file, text);
    }
  };
  const { environment } = readSettings(options.variables ?? {});
  const undo = [resetProcessState(...restarted), replaceProcessState("settings", { config, environment })];
  const restart = () => void resetProcessState(...restarted);
  await write(options.files);
  return {
    folder,
    write,
    update: async () => {
      const id = await triggerUpdate("pets");
      await runWaitingJobs();
      return readUpdate(id);
    },
    titleOf: async (slug) => findPage(await currentSite("pets"), { language: "en", version: null, slug })?.page.title,
    restart,
    remove: async () => {
      for (const step of undo) step();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
