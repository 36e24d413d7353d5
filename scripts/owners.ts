import { existsSync } from "node:fs";
import path from "node:path";

/** Files and folders at the root that belong to the fork: an upgrade never touches them, and the engine's tests never read them. */
export const FORK_PATHS = [
  ...["docent.config.ts", "content", "public", "site", "README.md", "AGENTS.md", "LICENSE"],
  ...[".github", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
] as const;

/**
 * Files that only work on the engine needs, by a rule that new files fall under: the folder `internal`, tests and what they read, the
 * pictures of the engine's README, and settings of tools that a site does not install. The story of a site in `e2e` is the site's.
 */
const WORKSHOP =
  /^(?:internal|docs|\.ci)\/|^e2e\/(?!site\.spec\.ts$|site-stories\.config\.ts$)|\.test\.tsx?$|\.wat$|^(?:ARCHITECTURE\.md|biome\.json|vitest\.config\.ts)$/;

/** The place of the manual in a site: the engine's, so that each upgrade brings that of its release. */
export const MANUAL_PAGES = "manual/pages";

/** Folders that a site has below `manual/pages`, by their place in the repository that the engine is worked on in. */
export const MANUAL_SOURCES = [
  ["content/en", MANUAL_PAGES],
  ["public/images", `${MANUAL_PAGES}/images`],
  ["public/bench", `${MANUAL_PAGES}/bench`],
] as const;

/** Files of both: an upgrade keeps the fork's name and dependencies in them, and takes the rest from the engine. */
export const SHARED_PATHS = ["package.json", "package-lock.json"] as const;

/** The engine's entries of `app`, also those of releases before, which upgrades remove. Everything else there is a route of the fork. */
const ENGINE_ROUTES =
  /^app\/(?:api|v1|v2|mcp|embed\.js|\(embed\)|\(reader\)|\(sign-in\)|\(default\)\/(?:api-changes|docs|errors|insights|mcp)|\[lang\]\/~)\/|^app\/(?:\(default\)|\[lang\])\/(?:layout|page)\.tsx$|^app\/(?:global-not-found\.tsx|keep-records\.ts|reader\.ts|route-request\.ts|global\.css|robots\.ts|sitemap\.ts|(?:agent-reads|proxy|readers|redirects|route-request)\.test\.ts|page-hash\.test\.tsx)$/;

/**
 * Returns true in a site, and false in the repository that the engine is worked on in, which has a folder `internal`. A site that
 * has that folder too, as an upgrade of release 1.0.0 leaves it, has the manual in its own place.
 */
export function isSite(root = process.cwd()): boolean {
  return !existsSync(path.join(root, "internal")) || existsSync(path.join(root, MANUAL_PAGES));
}

/** Returns true for a file of the fork, given by its path from the root. */
export function isForkPath(file: string): boolean {
  if (file.startsWith(".env") && file !== ".env.example") return true;
  if (file.startsWith("app/")) return !ENGINE_ROUTES.test(file);
  return FORK_PATHS.some((owned) => file === owned || file.startsWith(`${owned}/`));
}

/** Returns true for a file that only work on the engine needs: `npm run init` removes it, and no upgrade brings it back. */
export function isWorkshopPath(file: string): boolean {
  return WORKSHOP.test(file) && !isForkPath(file) && !file.startsWith(`${MANUAL_PAGES}/`);
}

/** Parts of package.json that only work on the engine needs: its packages, and what npm has to know of them. */
const WORKSHOP_PARTS = ["devDependencies", "workspaces", "allowScripts"];
/** A command that says what became of those that a site has no longer. */
const RETIRED = "node scripts/check-node.mjs && node scripts/retired.ts";

/** Returns true for the text of a command that runs what a site does not have. */
export function isWorkshopCommand(text: string): boolean {
  return /\binternal\/|\bbiome\b/.test(text);
}

/**
 * Returns the package.json that a site has of the engine's: without the packages, workspaces and commands that only work on the engine
 * needs.
 */
export function toForkPackage<File extends object>(file: File): File {
  const entries = Object.entries(file).filter(([key]) => !WORKSHOP_PARTS.includes(key));
  return Object.fromEntries(entries.map(([key, part]) => [key, key === "scripts" ? toForkCommands(part) : part])) as File;
}

function toForkCommands(commands: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(commands).filter(([name, text]) => !isWorkshopCommand(text) && name !== "lint");
  return { ...Object.fromEntries(kept), lint: RETIRED, format: RETIRED };
}
