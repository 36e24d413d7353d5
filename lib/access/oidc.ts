/*
 * Readers who sign in at an OpenID Connect provider: the authorization code flow with PKCE, state and nonce. What a browser has to
 * bring back is in a signed cookie of ten minutes, so nothing is stored. Start at `startAtProvider`. Only loaded where the
 * configuration has `access.signIn.oidc`.
 */

import { jwtVerify, SignJWT, errors as signatureErrors } from "jose";
import * as client from "openid-client";
import { z } from "zod";
import { getAccess, getConfig, getEnvironment, getMainProject, isOfThisMachine } from "../config/config.ts";
import { getSecret } from "../db/secret.ts";
import { readCookie } from "../http/owner-endpoint.ts";
import { log } from "../log.ts";
import { declaredGroups, type Reader } from "./groups.ts";
import { cookieOf, nextPath } from "./reader.ts";

const FLOW_COOKIE = "docent_sign_in";
const PURPOSE = "docent-sign-in";
const FLOW_SECONDS = 600;
/** Of one request to the provider. */
const TIMEOUT_SECONDS = 8;
const MAX_ANSWER_BYTES = 512 * 1024;
const DISCOVERY_MS = 3_600_000;

/** The values that a browser takes to the provider and has to bring back. */
const Flow = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), next: z.string() });
type Flow = z.infer<typeof Flow>;

/** The reason why a reader was not signed in: `refused` here or by the provider, or a `provider` that gives no valid answer. */
export class SignInFailure extends Error {
  readonly kind: "refused" | "provider";
  /** Path to go on to after another attempt. */
  readonly next: string;

  /** @param reason for the log; holds nothing that the provider or the browser has written, but codes. */
  constructor(kind: "refused" | "provider", reason: string, next = "/") {
    super(reason);
    this.kind = kind;
    this.next = next;
  }
}

/**
 * Returns the address of the provider at which a reader signs in, and the `Set-Cookie` header of what has to come back.
 * @throws SignInFailure for a provider that does not answer.
 */
export async function startAtProvider(next: string, now = Date.now()): Promise<{ address: string; cookie: string }> {
  const flow = { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier(), next };
  try {
    const provider = await findProvider();
    const address = client.buildAuthorizationUrl(provider, {
      redirect_uri: redirectAddress(),
      scope: scopeOf(provider),
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: "S256",
    });
    return { address: address.href, cookie: await writeFlow(flow, now) };
  } catch (thrown) {
    throw toFailure(thrown, next);
  }
}

/**
 * Returns the reader whom the provider has sent back, and the path to go on to.
 * @param query what the provider has put into the address.
 * @throws SignInFailure for anything but a valid answer to what this browser has asked for.
 */
export async function finishAtProvider(
  query: URLSearchParams,
  headers: Headers,
  now = Date.now(),
): Promise<{ reader: Omit<Reader, "expiresAt">; next: string }> {
  const flow = await readFlow(headers, now);
  if (!flow) throw new SignInFailure("refused", "the browser did not begin here, or more than ten minutes ago");
  const next = nextPath(flow.next);
  if (query.get("state") !== flow.state) throw new SignInFailure("refused", "the state is that of another attempt", next);
  try {
    return { reader: await readReader(query, flow), next };
  } catch (thrown) {
    throw toFailure(thrown, next);
  }
}

/** Returns the `Set-Cookie` header that ends an attempt. */
export function endAttempt(): string {
  return cookieOf(FLOW_COOKIE, "", 0);
}

async function readReader(query: URLSearchParams, { state, nonce, verifier }: Flow): Promise<Omit<Reader, "expiresAt">> {
  const provider = await findProvider();
  const answer = new URL(redirectAddress());
  answer.search = query.toString();
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
  const tokens = await client.authorizationCodeGrant(provider, answer, checks);
  const claims = tokens.claims();
  if (!claims) throw new SignInFailure("provider", "the provider sent no ID token");
  return { name: claims.sub, groups: declaredGroups(await readGroups(provider, tokens.access_token, claims)) };
}

/** Returns the names of a reader's groups: from the ID token, else from the user info. */
async function readGroups(
  provider: client.Configuration,
  accessToken: string,
  claims: client.IDToken,
): Promise<readonly string[]> {
  const access = getAccess();
  const claim = access?.signIn.oidc?.claim ?? "";
  if (Object.keys(access?.groups ?? {}).length === 0) return [];
  const hasMore = !Object.hasOwn(claims, claim) && provider.serverMetadata().userinfo_endpoint !== undefined;
  const from = hasMore ? await client.fetchUserInfo(provider, accessToken, claims.sub) : claims;
  const value: unknown = Object.hasOwn(from, claim) ? from[claim] : undefined;
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.filter((name) => typeof name === "string");
  // Entra names where to ask for the groups of somebody who has more than 200.
  const isElsewhere = Object.hasOwn(claims, "_claim_names");
  log("warn", "the provider names no groups of a reader, who gets what all signed-in readers get", { claim, isElsewhere });
  return [];
}

/** The provider that was asked last, and until when its description counts. */
let found: { readonly key: string; readonly until: number; readonly provider: Promise<client.Configuration> } | undefined;

/** Returns the provider as it describes itself, asked once an hour, and by one request at a time. */
function findProvider(): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = getEnvironment().oidc;
  if (!issuer || !clientId || !clientSecret)
    throw new SignInFailure("provider", "OIDC_ISSUER, OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is missing");
  const key = JSON.stringify([issuer, clientId, clientSecret]);
  if (found?.key === key && Date.now() < found.until) return found.provider;
  const provider = discover(issuer, clientId, clientSecret);
  found = { key, until: Date.now() + DISCOVERY_MS, provider };
  provider.catch(() => {
    if (found?.provider === provider) found = undefined;
  });
  return provider;
}

async function discover(issuer: string, clientId: string, clientSecret: string): Promise<client.Configuration> {
  const isLocal = issuer.startsWith("http:");
  const provider = await client.discovery(new URL(issuer), clientId, undefined, authenticateBy(clientSecret), {
    [client.customFetch]: fetchBounded,
    timeout: TIMEOUT_SECONDS,
    // Signatures of ID tokens are checked, although they come from the provider itself.
    execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
  });
  // The library lets Microsoft's issuer of all tenants pass: everyone with an account anywhere would be a reader.
  if (new URL(provider.serverMetadata().issuer).href !== new URL(issuer).href)
    throw new SignInFailure(
      "provider",
      "OIDC_ISSUER is not the issuer that its discovery document names; use that of one tenant",
    );
  return provider;
}

function authenticateBy(clientSecret: string): client.ClientAuth {
  return (server, metadata, body, headers) => {
    const isPosted = server.token_endpoint_auth_methods_supported?.includes("client_secret_post");
    const authenticate = isPosted ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret);
    authenticate(server, metadata, body, headers);
  };
}

function scopeOf(provider: client.Configuration): string {
  const hasGroups = provider.serverMetadata().scopes_supported?.includes("groups");
  return getAccess()?.signIn.oidc?.scope ?? (hasGroups ? "openid groups" : "openid");
}

/** The address of this site to which the provider sends readers back: never one that a request names. */
function redirectAddress(): string {
  return `${getMainProject().siteUrl}${getConfig().basePath}/api/reader/callback`;
}

/** Asks the provider, and reads no more of its answer than the bound. */
const fetchBounded: client.CustomFetch = async (address, options) => {
  const { protocol } = new URL(address);
  if (protocol !== "https:" && !isOfThisMachine(address))
    throw new SignInFailure("provider", "the provider names an address without https");
  const response = await fetch(address, options as RequestInit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new SignInFailure("provider", `an answer has more than ${MAX_ANSWER_BYTES / 1024} kB`);
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(size > 0 ? Buffer.concat(chunks, size) : null, { status, headers });
};

async function writeFlow(flow: Flow, now: number): Promise<string> {
  const expiresAt = Math.floor(now / 1_000) + FLOW_SECONDS;
  const token = await new SignJWT({ ...flow })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(PURPOSE)
    .setExpirationTime(expiresAt)
    .sign(getSecret(PURPOSE));
  return cookieOf(FLOW_COOKIE, token, expiresAt * 1_000);
}

async function readFlow(headers: Headers, now: number): Promise<Flow | undefined> {
  try {
    const options = { audience: PURPOSE, algorithms: ["HS256"], requiredClaims: ["exp"], currentDate: new Date(now) };
    const { payload } = await jwtVerify(readCookie(headers, FLOW_COOKIE) ?? "", getSecret(PURPOSE), options);
    return Flow.parse(payload);
  } catch (thrown) {
    if (thrown instanceof signatureErrors.JOSEError || thrown instanceof z.ZodError) return undefined;
    throw thrown;
  }
}

/** Errors by which a provider says that the reader is not let in, and not that the request was at fault. */
const REFUSALS: ReadonlySet<string> = new Set([
  ...["access_denied", "login_required", "interaction_required", "consent_required", "account_selection_required"],
  // A code that was used before, or too late.
  "invalid_grant",
]);

function toFailure(thrown: unknown, next: string): SignInFailure {
  if (thrown instanceof SignInFailure) return new SignInFailure(thrown.kind, thrown.message, next);
  const said = thrown instanceof client.AuthorizationResponseError || thrown instanceof client.ResponseBodyError;
  const code = said && /^[a-z_]{1,60}$/.test(thrown.error) ? thrown.error : undefined;
  return new SignInFailure(code && REFUSALS.has(code) ? "refused" : "provider", code ?? describe(thrown), next);
}

/** Returns codes and names of an error and of its causes. Their messages may quote tokens. */
function describe(thrown: unknown): string {
  const words: string[] = [];
  for (let each = thrown; each instanceof Error && words.length < 8; each = each.cause) {
    if (each instanceof SignInFailure) return each.message;
    const { code } = each as { readonly code?: unknown };
    const claim = (each.cause as { readonly claim?: unknown } | undefined)?.claim;
    words.push(typeof code === "string" ? code : each.name, ...(typeof claim === "string" ? [`claim ${claim}`] : []));
  }
  return [...new Set(words)].join(" ← ") || "unknown";
}
