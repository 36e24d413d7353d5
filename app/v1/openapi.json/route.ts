import { describeApi } from "@/lib/api-description/api-description.ts";
import { methods } from "@/lib/http/methods.ts";
import { publicEndpoint } from "@/lib/http/public-endpoint.ts";

const description = publicEndpoint(async () => Response.json(describeApi(), { headers: { "Cache-Control": "no-cache" } }));

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: description });
