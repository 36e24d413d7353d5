import { setTimeout } from "node:timers/promises";
import { getEnvironment } from "@/lib/config/config.ts";
import { getStore, type Store } from "@/lib/db/db.ts";
import { type StoreFault, storeFault } from "@/lib/db/failure.ts";
import { methods, publicEndpoint } from "@/lib/http/http.ts";
import { log, toLogFields } from "@/lib/log.ts";
import { isWhole, prepareSites } from "@/lib/site/served/readiness.ts";
import { describeReaderAddress, listObstacles } from "@/lib/site/stored/problems.ts";
import { currentGeneration } from "@/lib/site/stored/sites.ts";

/** A built site is whole within this time, also in a function that starts with the request. */
const MAX_WAIT_MS = 500;

const health = publicEndpoint(async ({ id, request }) => {
  const [{ kind, fault }] = await Promise.all([checkStore(id), Promise.race([prepareSites(), wait(MAX_WAIT_MS)])]);
  const { assistantModel, databaseUrl } = getEnvironment();
  const contentProblems = listObstacles();
  const problems = [...contentProblems, describeReaderAddress()].filter((problem) => problem !== undefined);
  return Response.json(
    {
      status: fault || contentProblems.length > 0 ? "degraded" : isWhole() ? "ok" : "starting",
      store: kind ?? (databaseUrl ? "postgres" : "sqlite"),
      ...(fault && { fault }),
      ...(problems.length > 0 && { problems }),
      generation: currentGeneration(),
      engine: assistantModel ? "model" : "excerpts",
    },
    { status: isWhole() || !isProbe(request) ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
});

/** Returns true for a readiness probe, as opposed to a liveness probe. */
function isProbe({ url }: Request): boolean {
  return new URL(url).searchParams.has("ready");
}

function wait(ms: number): Promise<void> {
  return setTimeout(ms, undefined, { ref: false });
}

/** Checks the store. While it cannot be used, pages are served and the site's own search works. */
async function checkStore(requestId: string): Promise<{ kind?: Store["kind"]; fault: StoreFault | undefined }> {
  try {
    const { kind, database, fault } = await getStore();
    await database.selectFrom("keys").select("id").limit(1).execute();
    return { kind, fault: await fault() };
  } catch (thrown) {
    log("error", "the store cannot be reached", { requestId, ...toLogFields(thrown) });
    return { fault: storeFault(thrown) ?? "unreachable" };
  }
}

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: health });
