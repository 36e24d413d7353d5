import { createSession, deleteSession } from "@/lib/auth/session.ts";
import { getConfig } from "@/lib/config/config.ts";
import { readForm } from "@/lib/http/body.ts";
import { methods, publicEndpoint } from "@/lib/http/http.ts";
import { isAllowed, readCookie, SESSION_COOKIE, toSetCookie } from "@/lib/http/owner-endpoint.ts";
import { enforcePublicLimit } from "@/lib/http/rate-limit.ts";
import { isSameOrigin } from "@/lib/http/request-context.ts";
import { ServiceError } from "@/lib/service-error.ts";

const bounds = { maxBytes: 4_096, timeoutMs: 10_000 };

/**
 * Signs in to the insights with an account token, or out: the form of `/insights`. It is taken from the site's own pages
 * alone, so no other site can sign anyone in or out.
 */
const session = publicEndpoint(async ({ request, ...context }) => {
  if (!isSameOrigin(request)) throw new ServiceError("forbidden", "Sign in on the page /insights of this site.");
  const form = await readForm(request, bounds);
  if (form.get("action") === "sign-out") return signOut(request);
  try {
    await enforcePublicLimit(context, "sign-in");
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === "limit_exceeded") return back("?failed=limit");
    throw thrown;
  }
  const begun = await createSession(form.get("token")?.trim() ?? "", { allows: (key) => isAllowed(key, request.headers) });
  return begun ? back("", toSetCookie(begun)) : back("?failed=token");
});

async function signOut({ headers }: Request): Promise<Response> {
  const secret = readCookie(headers, SESSION_COOKIE);
  if (secret) await deleteSession(secret);
  return back("", toSetCookie());
}

function back(query: string, cookie?: string): Response {
  const headers = new Headers({ Location: `${getConfig().basePath}/insights${query}`, "Cache-Control": "no-store" });
  if (cookie) headers.set("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: session });
