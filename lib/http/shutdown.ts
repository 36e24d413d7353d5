import { subscribe } from "node:diagnostics_channel";
import type { Server, ServerResponse } from "node:http";
import { getEnvironment } from "../config/config.ts";
import { log, toLogFields } from "../log.ts";

/** How long answers that are being written may go on after the process was asked to stop. */
const GRACE_MS = 30_000;

interface Started {
  readonly server: Server;
  readonly response: ServerResponse;
}

interface Shared {
  readonly open: Set<Started>;
  readonly work: Set<Promise<unknown>>;
  server: Server | undefined;
}

// Instrumentation ends the process, and route handlers, with module instances of their own, say what it waits for.
const holder = globalThis as { docentShutdown?: Shared };

function shared(): Shared {
  holder.docentShutdown ??= { open: new Set(), work: new Set(), server: undefined };
  return holder.docentShutdown;
}

/** Sees every request of this process, so that it is known which ones are open when it ends. Called once, at the start. */
export function followRequests(): void {
  const state = shared();
  subscribe("http.server.request.start", (message) => {
    const started = message as Started;
    state.server = started.server;
    state.open.add(started);
    started.response.once("close", () => state.open.delete(started));
  });
}

/** The process does not end before this has, or the time for answers is up. For work that goes on after its response. */
export function finishBeforeExit(work: Promise<unknown>): void {
  const pending = shared().work;
  pending.add(work);
  const forget = () => pending.delete(work);
  work.then(forget, forget);
}

/**
 * Takes no new request, lets the open ones come to their end, cuts those that take longer than `graceMs`, and waits until
 * what they left behind is stored.
 */
export async function finishRequests(graceMs = GRACE_MS): Promise<void> {
  const { server, open, work } = shared();
  if (server) await closeWithin(graceMs, { server, open });
  await Promise.allSettled(work);
}

async function closeWithin(graceMs: number, { server, open }: { server: Server; open: ReadonlySet<Started> }): Promise<void> {
  // A connection that is kept alive after its answer would hold the server open.
  for (const { response } of open) response.once("close", () => setImmediate(() => server.closeIdleConnections()));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => {
    log("warn", "answers took too long to end, and were cut", { answers: open.size });
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearTimeout(cut);
}

/**
 * When the process is asked to stop: requests are finished while `stopWork` gives back what runs in the background; then
 * `close` is called and the process ends with code 0. `next dev` and Vercel end their processes themselves.
 */
export function endOnSignal({ stopWork, close }: { stopWork: () => Promise<void>; close: () => Promise<void> }): void {
  const { development, onVercel } = getEnvironment();
  const ownsProcess = !development && !onVercel;
  let ending = false;
  const end = async () => {
    // A terminal and npm both pass the signal on.
    if (ending) return;
    ending = true;
    const given = quietly(stopWork(), "an update could not be given back; its lease will end");
    if (!ownsProcess) return;
    await Promise.all([given, finishRequests()]);
    await quietly(close(), "the store could not be closed");
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    // Next's own listener would wait for streams without end, and leave before the store is closed.
    if (ownsProcess) process.removeAllListeners(signal);
    process.on(signal, () => void end());
  }
}

async function quietly(step: Promise<unknown>, event: string): Promise<void> {
  try {
    await step;
  } catch (cause) {
    log("warn", event, toLogFields(cause));
  }
}
