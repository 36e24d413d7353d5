import { existsSync } from "node:fs";
import path from "node:path";

/** Files and folders at the root that belong to the fork: an upgrade never touches them, and the engine's tests never read them. */
export const FORK_PATHS = [
  ...["docent.config.ts", "content", "public", "site", "README.md", "LICENSE"],
  ...[".github", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
] as const;

/** Files that only work on the engine needs: `npm run init` removes them, and no upgrade brings them back. */
export const WORKSHOP_PATHS = [
  ...[".ci", "ARCHITECTURE.md", "docs", "internal", "scripts/openapi.ts", "scripts/page-weight.ts", "scripts/test-vercel.ts"],
] as const;

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

/** The engine's entries of `app`. Everything else there is a route of the fork. */
const ENGINE_ROUTES =
  /^app\/(?:api|v1|v2|mcp|embed\.js|\(embed\)|\(default\)\/(?:api-changes|docs|errors|insights)|\[lang\]\/~)\/|^app\/(?:\(default\)|\[lang\])\/(?:layout|page)\.tsx$|^app\/(?:global-not-found\.tsx|keep-records\.ts|route-request\.ts|global\.css|robots\.ts|sitemap\.ts|(?:proxy|redirects|route-request)\.test\.ts|page-hash\.test\.tsx)$/;

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

/** Returns true for a file that only work on the engine needs. */
export function isWorkshopPath(file: string): boolean {
  if (file.startsWith(`${MANUAL_PAGES}/`)) return false;
  return WORKSHOP_PATHS.some((owned) => file === owned || file.startsWith(`${owned}/`));
}
