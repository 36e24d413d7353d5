import { z } from "zod";
import { ApiChanges } from "../openapi/compare.ts";
import { Changes, type Job } from "./job.ts";

/** Answer to a trigger. */
export const UpdateAccepted = z.object({
  statusId: z.string().describe("Identifies the update; read its state at GET /v1/project/update-status/{statusId}."),
});
export type UpdateAccepted = z.infer<typeof UpdateAccepted>;

const time = z.iso.datetime();

/** State of one update. */
export const UpdateStatus = z.object({
  _id: z.string().describe("The same as statusId, for scripts that read this name."),
  statusId: z.string(),
  projectId: z.string(),
  domain: z.string(),
  subdomain: z.string().describe("The same as domain, for scripts that read this name."),
  status: z
    .enum(["queued", "in_progress", "success", "failure"])
    .describe("queued → in_progress → success or failure. An update whose process stopped goes back to queued once."),
  createdAt: time,
  startedAt: time.nullable().describe("When work on it began; null while it waits."),
  endedAt: time.nullable().describe("When it ended; null until then."),
  summary: z.string().describe("The state in one sentence."),
  logs: z.array(z.string()).describe("What was done so far, in order."),
  changes: Changes.describe("Paths of the pages that the update added, modified and removed."),
  apiChanges: ApiChanges.optional().describe(
    "Differences of the API description to the one before. Absent when there was none before, as for the first one of a site.",
  ),
  error: z.string().optional().describe("Only for a failure: what was wrong and where."),
});
export type UpdateStatus = z.infer<typeof UpdateStatus>;

const waitingWords = { queued: "Waiting for its turn.", in_progress: "Working.", success: "Done.", failure: "Failed." };

/** Returns the wire form of a job. */
export function toUpdateStatus(job: Job, domain: string): UpdateStatus {
  const { api, ...pages } = job.changes ?? { added: [], modified: [], removed: [] };
  return {
    _id: job.id,
    statusId: job.id,
    projectId: job.project,
    domain,
    subdomain: domain,
    status: job.status,
    createdAt: toTime(job.createdAt),
    startedAt: job.startedAt === null ? null : toTime(job.startedAt),
    endedAt: job.endedAt === null ? null : toTime(job.endedAt),
    summary: job.summary ?? waitingWords[job.status],
    logs: [...job.logs],
    changes: pages,
    ...(api && { apiChanges: api }),
    ...(job.error !== null && { error: job.error }),
  };
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
