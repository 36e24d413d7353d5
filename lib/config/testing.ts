import { replaceProcessState } from "../process-state.ts";
import { checkConfig, type Settings } from "./config.ts";
import { readEnvironment } from "./environment.ts";
import type { DocentConfig } from "./schema.ts";

/** Makes a configuration and an environment those of this process until the returned function is called. */
export function replaceSettings(config: DocentConfig, variables: Readonly<Record<string, string>> = {}): () => void {
  const settings: Settings = { config: checkConfig(config, "the test's configuration"), environment: readEnvironment(variables) };
  return replaceProcessState("settings", settings);
}
