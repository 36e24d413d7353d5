import { getEnvironment } from "@/lib/config/config.ts";
import { getStore, type Store } from "@/lib/db/db.ts";
import { type StoreFault, storeFault } from "@/lib/db/failure.ts";
import { publicEndpoint } from "@/lib/http/http.ts";
import { methods } from "@/lib/http/methods.ts";
import { log, toLogFields } from "@/lib/log.ts";
import { describeReaderAddress, listProblems } from "@/lib/site/problems.ts";
import { currentGeneration } from "@/lib/site/site.ts";

const health = publicEndpoint(async ({ id }) => {
  const { kind, fault } = await checkStore(id);
  const { assistantModel, databaseUrl } = getEnvironment();
  const contentProblems = listProblems();
  const problems = [...contentProblems, describeReaderAddress()].filter((problem) => problem !== undefined);
  return Response.json(
    {
      status: fault || contentProblems.length > 0 ? "degraded" : "ok",
      store: kind ?? (databaseUrl ? "postgres" : "sqlite"),
      ...(fault && { fault }),
      ...(problems.length > 0 && { problems }),
      generation: currentGeneration(),
      engine: assistantModel ? "model" : "excerpts",
    },
    { headers: { "Cache-Control": "no-store" } },
  );
});

/** While the store cannot be used, pages are served and the site's own searches go on. */
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
