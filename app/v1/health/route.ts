import { getEnvironment } from "@/lib/config/config.ts";
import { currentGeneration } from "@/lib/content/live.ts";
import { getStore } from "@/lib/db/client.ts";
import { methods } from "@/lib/http/methods.ts";
import { publicEndpoint } from "@/lib/http/public-endpoint.ts";
import { log, toLogFields } from "@/lib/log.ts";

const health = publicEndpoint(async ({ id }) => {
  const store = await findStoreKind(id);
  const { assistantModel, databaseUrl } = getEnvironment();
  return Response.json(
    {
      status: store ? "ok" : "degraded",
      store: store ?? (databaseUrl ? "postgres" : "sqlite"),
      generation: currentGeneration(),
      engine: assistantModel ? "model" : "excerpts",
    },
    { headers: { "Cache-Control": "no-store" } },
  );
});

/** Undefined while the store cannot be used: pages are served and the site's own searches go on. */
async function findStoreKind(requestId: string) {
  try {
    const { kind, database } = await getStore();
    await database.selectFrom("keys").select("id").limit(1).execute();
    return kind;
  } catch (thrown) {
    log("error", "the store cannot be reached", { requestId, ...toLogFields(thrown) });
    return undefined;
  }
}

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: health });
