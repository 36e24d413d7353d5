import { getEnvironment } from "../config/config.ts";
import { log, toLogFields } from "../log.ts";
import { closeServers } from "./node-server.ts";
import { serverState } from "./server-state.ts";

/** Time that open answers have after the process was asked to stop. */
const GRACE_MS = 30_000;
/** Time that work has after the last answer: longer than the minute for which an answer is tried to be stored. */
const WORK_GRACE_MS = 70_000;

/** Keeps the process from ending before this work, which continues after its response. */
export function finishBeforeExit(work: Promise<unknown>): void {
  const { pending } = serverState.get();
  const forget = () => pending.delete(work);
  pending.add(work);
  work.then(forget, forget);
}

/**
 * Takes no new request, waits for the open ones, cuts those that take longer than `graceMs`, and waits for the work after
 * them, which has `workMs`.
 */
export async function finishRequests(graceMs = GRACE_MS, workMs = WORK_GRACE_MS): Promise<void> {
  const answers = await closeServers(graceMs);
  if (answers > 0) log("warn", "answers took too long to end, and were cut", { answers });
  await waitFor(serverState.get().pending, workMs);
}

async function waitFor(work: ReadonlySet<Promise<unknown>>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const late = setTimeout(() => {
    log("warn", "work after the last answer took too long, and was abandoned", { pieces: work.size });
    resolve(undefined);
  }, ms);
  Promise.allSettled(work).then(resolve);
  await promise;
  clearTimeout(late);
}

/**
 * Ends the process in order when it is asked to stop: finishes requests while `stopWork` ends what runs in the background,
 * then calls `close` and exits with 0. `next dev` and Vercel end their processes themselves.
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
    // Next's listener would wait for streams forever, and exit before the store is closed.
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
