import { z } from "zod";
import { audienceOf } from "@/lib/auth/auth.ts";
import { getConfig } from "@/lib/config/config.ts";
import { endpoint, methods } from "@/lib/http/http.ts";
import { isSameOrigin } from "@/lib/http/request-context.ts";
import { relayCall } from "@/lib/openapi/relay/relay-call.ts";
import { list } from "@/lib/request-bounds.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { siteFor } from "@/lib/site/served/reader-site.ts";

const Call = z.object({
  url: z.url({ protocol: /^https$/, error: "must be an https address" }).max(8_192),
  method: z
    .string()
    .regex(/^(?!(?:CONNECT|TRACE)$)[A-Z-]{1,40}$/, "must be a method in upper case, and neither CONNECT nor TRACE"),
  headers: list(
    z.tuple([
      z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/, "must be a header name"),
      z
        .string()
        .max(16_384)
        .regex(/^[\t\x20-\x7e\x80-\xff]*$/, "must be a header value"),
    ]),
  ).max(100),
  body: z.base64().optional(),
});
/** A body of 1 MiB in Base64, and room for the headers. */
const MAX_BYTES = 1_572_864;

/** Sends a request of the playground on, for servers that allow no page of another site to read their answers. */
const attempt = endpoint(
  {
    scope: "assistant",
    params: [],
    body: Call,
    maxBytes: MAX_BYTES,
    counts: "try",
    open: async ({ caller, request }) => {
      if (!getConfig().playground.proxy)
        throw new ServiceError("not_found", "The playground's proxy is switched off on this site.");
      if (caller.kind !== "site" || !isSameOrigin(request))
        throw new ServiceError("forbidden", "Only pages of this site may send requests through it.");
      const { openapi, descriptions } = await siteFor(audienceOf(caller), caller.domain);
      return [...(openapi ? [openapi] : []), ...Object.values(descriptions)];
    },
  },
  async ({ body, opened: descriptions, signal }) => {
    const answer = await relayCall(body, { descriptions, signal });
    return new Response(answer instanceof ReadableStream ? answer : JSON.stringify(answer), { headers: HEADERS });
  },
);

/** The answer of another server is data: nothing in it is ever a page of this site. */
const HEADERS = {
  "cache-control": "no-store",
  "content-disposition": "attachment",
  "content-security-policy": "default-src 'none'; sandbox",
  "content-type": "application/octet-stream",
  "x-content-type-options": "nosniff",
};

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: attempt });
