import { isbot } from "isbot";
import type { Project } from "../config/config.ts";
import type { Visit } from "./kinds.ts";

/** The project of a request, and the language and version that it names. */
interface RequestedLocale {
  readonly project: Pick<Project, "id" | "languages" | "versions">;
  readonly language?: string | null | undefined;
  readonly version?: string | null | undefined;
}

/**
 * Returns the visit that a request counts as; undefined where its sender asks not to be tracked. It tells no reader from
 * another. A caller with a key is a program. A language or version that the project does not have counts as none, since
 * each has sums of its own.
 */
export function visitOf(
  { headers }: { readonly headers: Headers },
  { project, language, version }: RequestedLocale,
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
