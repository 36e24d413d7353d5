import { stat } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { readDrawnNames } from "../../content/components/drawn-names.ts";
import type { Finding } from "../../finding.ts";

/**
 * Reads the names of the components that site/index.ts defines and site/ui.tsx draws as they are saved now: a process that follows edits
 * goes on with the form that it began with. Empty when the first cannot be read.
 */
export async function readOwnComponentNames(folder = process.cwd()): Promise<ReadonlySet<string>> {
  const file = path.resolve(/* turbopackIgnore: true */ folder, "site/index.ts");
  try {
    // The query names this form of the file, which Node would remember otherwise.
    const { mtimeMs } = await stat(/* turbopackIgnore: true */ file);
    const address = `${pathToFileURL(file)}?${mtimeMs}`;
    const { default: site } = await import(/* turbopackIgnore: true */ /* @vite-ignore */ address);
    return new Set([...Object.keys(site.components ?? {}), ...readDrawnNames(folder)]);
  } catch {
    return new Set();
  }
}

/** Returns the findings without those that call one of these components unknown. */
export function withoutComponents(findings: readonly Finding[], names: ReadonlySet<string>): Finding[] {
  return findings.filter(({ message }) => !names.has(/^<([A-Za-z0-9]+)> is not a component of Docent/.exec(message)?.[1] ?? ""));
}
