import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkConfig, readSettings } from "../config/config.ts";
import { replaceRevalidation } from "./revalidate.ts";

/** What the process remembers between calls, by the names under which it hangs on `globalThis`. */
const processState = ["docentSettings", "docentSites", "docentParsed", "docentServed", "docentWorker"] as const;

/** A project in a folder of its own, and this process set up to serve it. */
export interface TestProject {
  readonly folder: string;
  /** Writes files below the content folder; null deletes one. */
  readonly write: (files: Readonly<Record<string, string | null>>) => Promise<void>;
  /** Makes the process forget what it serves, as a restart would. */
  readonly restart: () => void;
  /** How often prerendered pages were dropped. */
  readonly revalidations: () => number;
  readonly remove: () => Promise<void>;
}

export interface TestProjectOptions {
  readonly files: Readonly<Record<string, string>>;
  /** Members of the project in the configuration. */
  readonly project?: Readonly<Record<string, unknown>>;
  readonly updates?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Sets up a project with the id and domain `pets`. */
export async function createTestProject(options: TestProjectOptions): Promise<TestProject> {
  const folder = await mkdtemp(path.join(tmpdir(), "docent-updates-"));
  const content = path.join(folder, "content");
  const config = checkConfig(
    {
      organisation: { id: "pets", name: "Pets" },
      projects: [{ id: "pets", domain: "pets", name: "Pets", content, ...options.project }],
      updates: options.updates ?? {},
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
  const before = Object.fromEntries(processState.map((name) => [name, Reflect.get(globalThis, name)]));
  const restart = () => {
    for (const name of processState) Reflect.set(globalThis, name, undefined);
    const { environment } = readSettings(options.variables ?? {});
    Reflect.set(globalThis, "docentSettings", { config, environment });
  };
  let revalidations = 0;
  const restoreRevalidation = replaceRevalidation(async () => {
    revalidations += 1;
  });
  await write(options.files);
  restart();
  return {
    folder,
    write,
    restart,
    revalidations: () => revalidations,
    remove: async () => {
      restoreRevalidation();
      Object.assign(globalThis, before);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
