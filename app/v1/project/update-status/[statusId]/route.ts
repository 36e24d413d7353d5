import { endpoint } from "@/lib/http/endpoint.ts";
import { methods } from "@/lib/http/methods.ts";
import { readUpdate } from "@/lib/updates/updates.ts";

/** How an update stands. */
const read = endpoint({ scope: "admin", params: ["statusId"], counts: "request" }, async ({ params }) =>
  Response.json(await readUpdate(params.statusId), { headers: { "cache-control": "no-store" } }),
);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: read });
