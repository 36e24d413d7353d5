import { readFile, writeFile } from "node:fs/promises";
import { ENGINE_ROUTES, matchesRoute } from "../../lib/engine-paths.ts";
import { readArguments, runCommand } from "../../scripts/command-line.ts";

const FILE = "proxy.ts";
const help = `node internal/scripts/proxy-matcher.ts

Writes the matcher of ${FILE}, in which Next allows nothing but a text, from the routes that lib/engine-paths.ts lists.`;

/** Files of the build and pictures that Next makes smaller. */
const NEXT_ROUTES = ["/_next/static/[...path]", "/_next/image"];

/** Returns the matcher of all paths but those of the engine's endpoints, each by its whole address: no page is among them. */
export function toMatcher({ endpoints, refusals }: Pick<typeof ENGINE_ROUTES, "endpoints" | "refusals">): string {
  const others = endpoints.filter((route) => !refusals.some((refusal) => matchesRoute(refusal, route)));
  return `/((?!(?:${[...refusals, ...others, ...NEXT_ROUTES].map(toPattern).join("|")})$).*)`;
}

function toPattern(route: string): string {
  return route
    .slice(1)
    .replace(/\/\[\[\.\.\.\w+\]\]$/, "(?:/.*)?")
    .replace(/\[\.\.\.\w+\]$/, ".+")
    .replace(/\[\w+\]/g, "[^/]+");
}

async function main(args: readonly string[]): Promise<void> {
  readArguments(args, { options: {} });
  const text = await readFile(FILE, "utf8");
  const matcher = JSON.stringify(toMatcher(ENGINE_ROUTES));
  await writeFile(
    FILE,
    text.replace(/(?<=\bmatcher: \[\s*)"[^\n]*"(?=,?\s*\])/, () => matcher),
  );
  console.log(`Wrote ${FILE}.`);
}

if (process.argv[1] === import.meta.filename) await runCommand(help, main);
