import { randomBytes } from "node:crypto";
import { getConfig, getEnvironment } from "../config/config.ts";
import { log, toLogFields } from "../log.ts";

const TIMEOUT_MS = 10_000;
/** Request header that carries the secret to the route. */
export const INTERNAL_SECRET_HEADER = "x-docent-internal";

// Made anew by each process and shared with its route handlers only; it never leaves the machine.
const shared = globalThis as { docentInternalSecret?: string; docentRevalidate?: () => Promise<void> };

/** Secret that this process's own internal routes ask for. */
export function getInternalSecret(): string {
  shared.docentInternalSecret ??= randomBytes(32).toString("hex");
  return shared.docentInternalSecret;
}

/**
 * Drops the prerendered pages of this process. Next can only do so within a request, so the process sends itself one.
 * A failure is logged and nothing more: pages also renew themselves by time.
 */
export async function revalidatePages(): Promise<void> {
  try {
    await (shared.docentRevalidate ?? askOwnRoute)();
  } catch (cause) {
    log("warn", "prerendered pages could not be dropped; they renew themselves within a minute", toLogFields(cause));
  }
}

/** Replaces the request to the own route until the returned function is called: for programs that serve no pages, and tests. */
export function replaceRevalidation(revalidate: () => Promise<void>): () => void {
  const before = shared.docentRevalidate;
  shared.docentRevalidate = revalidate;
  return () => {
    shared.docentRevalidate = before;
  };
}

async function askOwnRoute(): Promise<void> {
  const response = await fetch(`http://localhost:${getEnvironment().port}${getConfig().basePath}/api/internal/revalidate`, {
    method: "POST",
    headers: { [INTERNAL_SECRET_HEADER]: getInternalSecret() },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The revalidation route answered ${response.status}.`);
}
