import { checkConfig, type Settings } from "../../lib/config/config.ts";
import { readEnvironment } from "../../lib/config/environment.ts";
import type { DocentConfig } from "../../lib/config/schema.ts";
import { replaceProcessState } from "../../lib/process-state.ts";

/** Makes a configuration and an environment those of this process until the returned function is called. */
export function replaceSettings(config: DocentConfig, variables: Readonly<Record<string, string>> = {}): () => void {
  const settings: Settings = { config: checkConfig(config, "the test's configuration"), environment: readEnvironment(variables) };
  return replaceProcessState("settings", settings);
}
