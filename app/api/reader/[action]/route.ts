import { checkPassword } from "@/lib/access/password.ts";
import { nextPath, signIn, signOut } from "@/lib/access/reader.ts";
import { getAccess, getConfig } from "@/lib/config/config.ts";
import { readForm } from "@/lib/http/body.ts";
import { methods, publicEndpoint, type RouteHandler } from "@/lib/http/http.ts";
import { enforcePublicLimit } from "@/lib/http/rate-limit.ts";
import { isSameOrigin, type RequestContext } from "@/lib/http/request-context.ts";
import { log } from "@/lib/log.ts";
import { ServiceError } from "@/lib/service-error.ts";

const bounds = { maxBytes: 4_096, timeoutMs: 10_000 };

export const dynamic = "force-dynamic";

/** Signs readers in and out: the forms of `/sign-in` and of the menu. Taken from the site's own pages alone. */
const post: RouteHandler = (request, { params }) =>
  publicEndpoint(async (context) => {
    requireAccess();
    if (!isSameOrigin(request)) throw new ServiceError("forbidden", "Sign in on the page /sign-in of this site.");
    const { action } = await params;
    if (action === "sign-out") return goTo("/", { cookie: signOut(), clears: true });
    if (action !== "password") throw nothingHere();
    return byPassword(context);
  })(request, { params });

async function byPassword(context: RequestContext): Promise<Response> {
  const form = await readForm(context.request, bounds);
  const next = nextPath(form.get("next"));
  const back = (failed: string) => goTo(`/sign-in?failed=${failed}&next=${encodeURIComponent(next)}`);
  try {
    // By the address alone: by the password, one who guesses would lock out all readers.
    await enforcePublicLimit(context, "sign-in");
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === "limit_exceeded") return back("limit");
    throw thrown;
  }
  const groups = checkPassword(form.get("password") ?? "");
  if (!groups) return back("password");
  log("info", "a reader signed in", { by: "password", address: context.addressBlock });
  return goTo(next, { cookie: await signIn({ groups }, context.startedAt) });
}

function requireAccess(): void {
  if (!getAccess()) throw nothingHere();
}

function nothingHere(): ServiceError {
  return new ServiceError("not_found", "There is nothing at this address.");
}

function goTo(path: string, { cookie, clears = false }: { readonly cookie?: string; readonly clears?: boolean } = {}): Response {
  const { basePath } = getConfig();
  const headers = new Headers({ Location: `${basePath}${path}`, "Cache-Control": "no-store" });
  if (cookie) headers.set("Set-Cookie", cookie);
  // What the browser keeps of the reader; other sites below the same host keep theirs.
  if (clears && basePath === "") headers.set("Clear-Site-Data", '"storage"');
  return new Response(null, { status: 303, headers });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: post });
