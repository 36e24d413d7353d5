import { describeApi } from "@/lib/api-description/api-description.ts";
import { type Config, getConfig } from "@/lib/config/config.ts";
import { methods, publicEndpoint } from "@/lib/http/http.ts";

/** The description of a configuration, which decides all that is in it. */
let known: { readonly config: Config; readonly text: string } | undefined;

const description = publicEndpoint(async () => {
  const config = getConfig();
  if (known?.config !== config) known = { config, text: JSON.stringify(describeApi()) };
  return new Response(known.text, { headers: { "Content-Type": "application/json", "Cache-Control": "no-cache" } });
});

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: description });
