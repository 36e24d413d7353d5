// Tested in model.test.ts.
import { getEnvironment } from "../config/config.ts";
import { log } from "../log.ts";

/** Says once, at the start, what a provider's key needs that is set alone: without a model it changes nothing. */
export function mentionUnusedKey(): void {
  if (!getEnvironment().unusedProviderKey) return;
  log("info", "a provider's key is set and no model: set ASSISTANT_MODEL for written answers, or EMBEDDING_MODEL for search");
}
