// Tested in insights.test.ts.
import { isbot } from "isbot";
import type { Project } from "../config/config.ts";
import type { Visit } from "./kinds.ts";

/** What of a project, a language and a version something was done in. */
export interface Place {
  readonly project: Pick<Project, "id" | "languages" | "versions">;
  readonly language?: string | null | undefined;
  readonly version?: string | null | undefined;
}

/**
 * Whom a request counts as in the insights; nobody where its sender asks not to be tracked. Nothing of it tells one reader
 * from another. Who has a key is a program; a browser that somebody steers counts as its reader. A language or version that
 * the project does not have counts as none: sums are kept for each.
 */
export function visitOf(
  { headers }: { readonly headers: Headers },
  { project, language, version }: Place,
  caller?: { readonly kind: string },
): Visit | undefined {
  if (headers.get("sec-gpc") === "1" || headers.get("dnt") === "1") return undefined;
  const agent = caller && caller.kind !== "site" ? "program" : isRobot(headers) ? "robot" : "reader";
  return {
    project: project.id,
    agent,
    language: project.languages.find(({ id }) => id === language)?.id,
    version: project.versions.find(({ id }) => id === version)?.id,
  };
}

function isRobot(headers: Headers): boolean {
  return isbot((headers.get("user-agent") ?? "").replace("HeadlessChrome", "Chrome"));
}
