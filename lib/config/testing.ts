import { checkConfig, type Settings } from "./config.ts";
import { readEnvironment } from "./environment.ts";
import type { DocentConfig } from "./schema.ts";

/** Makes a configuration and an environment those of this process until the returned function is called. */
export function replaceSettings(config: DocentConfig, variables: Readonly<Record<string, string>> = {}): () => void {
  const shared = globalThis as { docentSettings?: Settings };
  const before = shared.docentSettings;
  shared.docentSettings = { config: checkConfig(config, "the test's configuration"), environment: readEnvironment(variables) };
  return () => {
    if (before) shared.docentSettings = before;
    else delete shared.docentSettings;
  };
}
