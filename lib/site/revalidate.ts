import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { getConfig, getEnvironment, getMainProject } from "../config/config.ts";
import { log, toLogFields } from "../log.ts";
import { perProcess } from "../process-state.ts";
import { currentSite, siteChanges } from "./site.ts";
import { startWatching } from "./watch.ts";

/** Request header that carries the secret to the route. */
export const INTERNAL_SECRET_HEADER = "x-docent-internal";

interface Revalidation {
  started: boolean;
  /** Made by each process and known to its own route only; it never leaves the machine. */
  readonly secret: string;
  ready: Promise<void>;
}

const revalidation = perProcess<Revalidation>("revalidation", () => ({
  started: false,
  secret: randomBytes(32).toString("hex"),
  ready: Promise.resolve(),
}));

/**
 * Sees to it that pages show the content of now. In development the content folder is followed. In production every
 * prerendered page is dropped when the site changes, and once at the start when settings or content are not those of
 * the build, as they are when DOCENT_CONFIG or DOCENT_CONTENT_DIR is given at the start only. Called once per process.
 * @param builtFrom what `fingerprint` gave when the pages were built.
 */
export function startRevalidation(builtFrom: string | undefined): void {
  const state = revalidation.get();
  if (state.started) return;
  state.started = true;
  const { development, onVercel } = getEnvironment();
  if (development) startWatching();
  // There, all instances share one cache of pages, no instance can call itself, and the update's own request drops them.
  if (development || onVercel) return;
  state.ready = whileLogging(async () => {
    if ((await fingerprint()) !== builtFrom) await dropPages();
  });
  siteChanges().addEventListener("change", () => {
    state.ready = whileLogging(dropPages);
  });
}

/** Waits until no page of another build, or of the content before the last change, can be served any more. */
export async function whenRevalidated(): Promise<void> {
  await revalidation.get().ready;
}

/** Returns true for a request header with the secret of this process. */
export function isInternalSecret(given: string | null): boolean {
  if (!given) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(revalidation.get().secret));
}

/** Identifies what prerendered pages are made from: settings and content. */
export async function fingerprint(): Promise<string> {
  const { hash } = await currentSite(getMainProject().domain);
  return createHash("sha256")
    .update(JSON.stringify([getConfig(), hash]))
    .digest("hex");
}

const ATTEMPTS = 50;
const PAUSE_MS = 100;
const TIMEOUT_MS = 10_000;

async function whileLogging(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (cause) {
    log("error", "prerendered pages could not be dropped; they renew themselves within a minute", toLogFields(cause));
  }
}

/** Drops the prerendered pages of this process. At the start the server needs a moment before it answers itself. */
async function dropPages(): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await askOwnRoute();
      return;
    } catch (cause) {
      if (attempt === ATTEMPTS) throw cause;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Next drops pages inside a request only, so the process sends itself one. */
async function askOwnRoute(): Promise<void> {
  const { origin } = getEnvironment();
  const response = await fetch(`${origin}${getConfig().basePath}/api/internal/revalidate`, {
    method: "POST",
    headers: { [INTERNAL_SECRET_HEADER]: revalidation.get().secret },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The revalidation route answered ${response.status}.`);
}
