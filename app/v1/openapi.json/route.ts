import { describeApi } from "@/lib/api-description/api-description.ts";
import { type Config, getConfig } from "@/lib/config/config.ts";
import { methods, publicEndpoint } from "@/lib/http/http.ts";

/** By configuration, which decides all that is in it. */
const texts = new WeakMap<Config, string>();

const description = publicEndpoint(async () => {
  const config = getConfig();
  const text = texts.get(config) ?? JSON.stringify(describeApi());
  texts.set(config, text);
  return new Response(text, { headers: { "Content-Type": "application/json", "Cache-Control": "no-cache" } });
});

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: description });
