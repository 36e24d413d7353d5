import type { z } from "zod";
import { checkConfig, type Settings } from "../../lib/config/config.ts";
import { readEnvironment } from "../../lib/config/environment.ts";
import { Access, type DocentConfig } from "../../lib/config/schema.ts";
import { replaceProcessState } from "../../lib/process-state.ts";

/** Makes a configuration and an environment those of this process until the returned function is called. */
export function replaceSettings(config: DocentConfig, variables: Readonly<Record<string, string>> = {}): () => void {
  const settings: Settings = { config: checkConfig(config, "the test's configuration"), environment: readEnvironment(variables) };
  return replaceProcessState("settings", settings);
}

/** The same for a site whose readers sign in: `access` as the configuration will have it. */
export function replaceAccess(
  config: DocentConfig,
  access: z.input<typeof Access>,
  variables: Readonly<Record<string, string>> = {},
) {
  const checked = checkConfig(config, "the test's configuration");
  const settings: Settings = { config: { ...checked, access: Access.parse(access) }, environment: readEnvironment(variables) };
  return replaceProcessState("settings", settings);
}
