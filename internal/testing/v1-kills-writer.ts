/*
 * A process that asks, creates keys and triggers updates without end, and prints what was acknowledged: what the tests
 * kill in the middle of its work.
 */
import { saveQuestion } from "../../lib/assistant/threads/save-message.ts";
import { openThread } from "../../lib/assistant/threads/threads.ts";
import { toToken } from "../../lib/auth/credential.ts";
import { createKey } from "../../lib/auth/keys.ts";
import { getConfig, getMainProject } from "../../lib/config/config.ts";
import { getDatabase } from "../../lib/db/db.ts";
import { claimJob, finishJob } from "../../lib/updates/jobs.ts";
import { triggerUpdate } from "../../lib/updates/updates.ts";
import { lineOf } from "../../lib/updates/worker.ts";

const { id: project, domain } = getMainProject();
const organisation = getConfig().organisation.id;
const database = await getDatabase();
const lines = await Promise.all(getConfig().projects.map(lineOf));
const bounds = { name: "", organisation, project, addresses: [], origins: [], expiresAt: null };

for (let count = 0; ; count++) {
  const thread = await openThread({ domain, fp: "reader" }, undefined);
  await saveQuestion(thread, { id: `q${count}`, text: `Question ${count}`, attachments: [] });
  acknowledge("message", thread.threadId);
  acknowledge("key", toToken(await createKey({ ...bounds, kind: "assistant" })));
  acknowledge("update", await triggerUpdate(project));
  await endWaitingUpdate();
}

/** So that the next trigger makes a new update. */
async function endWaitingUpdate(): Promise<void> {
  const owner = String(process.pid);
  const job = await claimJob(database, { owner, lines }, Date.now());
  if (job) await finishJob(database, { id: job.id, owner }, { status: "success", summary: "Done.", logs: [], now: Date.now() });
}

/** Synchronous, so that nothing that was printed can still be lost. */
function acknowledge(what: "message" | "key" | "update", id: string): void {
  process.stdout.write(`${what} ${id}\n`);
}
