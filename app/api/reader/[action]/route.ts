import type { SignInFault } from "@/components/docs/sign-in.tsx";
import { checkPassword } from "@/lib/access/password.ts";
import { nextPath, signIn, signOut } from "@/lib/access/reader.ts";
import { getAccess, getConfig } from "@/lib/config/config.ts";
import { readForm } from "@/lib/http/body.ts";
import { methods, publicEndpoint, type RouteHandler } from "@/lib/http/http.ts";
import { enforceAddressLimit, enforcePublicLimit } from "@/lib/http/rate-limit.ts";
import { isSameOrigin, type RequestContext } from "@/lib/http/request-context.ts";
import { log } from "@/lib/log.ts";
import { ServiceError } from "@/lib/service-error.ts";

const bounds = { maxBytes: 4_096, timeoutMs: 10_000 };

export const dynamic = "force-dynamic";

/** Leads a reader to the provider, and signs in the one whom the provider sends back. */
const get: RouteHandler = (request, { params }) =>
  publicEndpoint(async (context) => {
    const { action } = await params;
    if (!getAccess()?.signIn.oidc || (action !== "start" && action !== "callback")) throw nothingHere();
    const oidc = await import("@/lib/access/oidc.ts");
    const { searchParams } = new URL(request.url);
    // Nobody can guess here, and a whole office may sign in from one address.
    if (!(await isAdmitted(enforceAddressLimit(context)))) return toSignIn("limit", nextPath(searchParams.get("next")));
    try {
      return action === "start" ? await toProvider(oidc, context, searchParams) : await fromProvider(oidc, context, searchParams);
    } catch (thrown) {
      if (!(thrown instanceof oidc.SignInFailure)) throw thrown;
      const { kind, message, next } = thrown;
      log("warn", "a reader could not sign in", { by: "oidc", kind, reason: message, address: context.addressBlock });
      return toSignIn(kind, next, [oidc.endAttempt()]);
    }
  })(request, { params });

type Oidc = typeof import("@/lib/access/oidc.ts");

async function toProvider(oidc: Oidc, context: RequestContext, query: URLSearchParams): Promise<Response> {
  const next = nextPath(query.get("next"));
  const { address, cookie } = await oidc.startAtProvider(next, context.startedAt);
  return seeOther(address, { cookies: [cookie] });
}

async function fromProvider(oidc: Oidc, context: RequestContext, query: URLSearchParams): Promise<Response> {
  const { reader, next } = await oidc.finishAtProvider(query, context.request.headers, context.startedAt);
  log("info", "a reader signed in", { by: "oidc", address: context.addressBlock });
  return goTo(next, { cookies: [await signIn(reader, "oidc", context.startedAt), oidc.endAttempt()] });
}

/** Signs readers in and out: the forms of `/sign-in` and of the menu. Taken from the site's own pages alone. */
const post: RouteHandler = (request, { params }) =>
  publicEndpoint(async (context) => {
    requireAccess();
    if (!isSameOrigin(request)) throw new ServiceError("forbidden", "Sign in on the page /sign-in of this site.");
    const { action } = await params;
    if (action === "sign-out") return goTo("/", { cookies: [signOut()], clears: true });
    if (action !== "password") throw nothingHere();
    return byPassword(context);
  })(request, { params });

async function byPassword(context: RequestContext): Promise<Response> {
  const form = await readForm(context.request, bounds);
  const next = nextPath(form.get("next"));
  // By the address alone: by the password, one who guesses would lock out all readers.
  if (!(await isAdmitted(enforcePublicLimit(context, "sign-in")))) return toSignIn("limit", next);
  const groups = checkPassword(form.get("password") ?? "");
  if (!groups) return toSignIn("password", next);
  log("info", "a reader signed in", { by: "password", address: context.addressBlock });
  return goTo(next, { cookies: [await signIn({ groups }, "password", context.startedAt)] });
}

/** Returns false once a limit is used up. */
async function isAdmitted(limit: Promise<void>): Promise<boolean> {
  try {
    await limit;
    return true;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === "limit_exceeded") return false;
    throw thrown;
  }
}

function requireAccess(): void {
  if (!getAccess()) throw nothingHere();
}

function nothingHere(): ServiceError {
  return new ServiceError("not_found", "There is nothing at this address.");
}

function toSignIn(failed: SignInFault, next: string, cookies: readonly string[] = []): Response {
  return goTo(`/sign-in?failed=${failed}&next=${encodeURIComponent(next)}`, { cookies });
}

interface Leaving {
  readonly cookies?: readonly string[];
  /** True to remove what the browser keeps of the reader. */
  readonly clears?: boolean;
}

function goTo(path: string, leaving: Leaving): Response {
  return seeOther(`${getConfig().basePath}${path}`, leaving);
}

function seeOther(address: string, { cookies = [], clears = false }: Leaving): Response {
  const headers = new Headers({ Location: address, "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  // Other sites below the same host keep what is theirs.
  if (clears && getConfig().basePath === "") headers.set("Clear-Site-Data", '"storage"');
  return new Response(null, { status: 303, headers });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: get, POST: post });
