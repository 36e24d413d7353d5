import { readStored, writeStored } from "./browser-store.ts";
import type { SiteScope } from "./site-scope.ts";

/** The site whose service is asked. */
export type ServedSite = Pick<SiteScope, "domain" | "basePath">;

interface SiteToken {
  readonly token: string;
  /** Milliseconds since 1970, by this browser's clock. */
  readonly expiresAt: number;
  /** True where the service sends questions to the owner's support. */
  readonly support: boolean;
}

const READER_KEY = "docent:reader";
const RENEW_EARLY_MS = 30_000;

const tokens = new Map<string, Promise<SiteToken>>();
let readerWithoutStorage: string | undefined;

/** Returns a random name for this browser, made on first use: no fingerprint, and nothing about the reader in it. */
export function getReaderId(): string {
  const stored = readStored("local", READER_KEY);
  if (stored) return stored;
  readerWithoutStorage ??= crypto.randomUUID?.() ?? randomHex();
  writeStored("local", READER_KEY, readerWithoutStorage);
  return readerWithoutStorage;
}

/**
 * Fetches a path of the service with a site token. The token is kept until shortly before it expires; a 401 gets
 * one new token and one more try. A refused token request is returned as the response.
 */
export async function fetchWithSiteToken(site: ServedSite, path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetchWithToken(site, path, init);
    if (response.status !== 401) return response;
    tokens.delete(site.domain);
    return await fetchWithToken(site, path, init);
  } catch (error) {
    if (error instanceof TokenRefused) return error.response;
    throw error;
  }
}

/** Returns true where the service itself sends questions to the owner's support; false also where it does not answer. */
export async function takesSupportRequests(site: ServedSite): Promise<boolean> {
  return currentToken(site).then(
    ({ support }) => support,
    () => false,
  );
}

async function fetchWithToken(site: ServedSite, path: string, init: RequestInit): Promise<Response> {
  const { token } = await currentToken(site);
  init.signal?.throwIfAborted();
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${token}`);
  return fetch(`${site.basePath}${path}`, { ...init, headers });
}

async function currentToken(site: ServedSite): Promise<SiteToken> {
  const kept = tokens.get(site.domain);
  if (kept) {
    const token = await kept;
    if (token.expiresAt - RENEW_EARLY_MS > Date.now()) return token;
  }
  // Two callers that both found an old token share one request.
  if (tokens.get(site.domain) === kept) tokens.set(site.domain, forgetOnFailure(site.domain, requestToken(site)));
  return tokens.get(site.domain) ?? requestToken(site);
}

async function requestToken(site: ServedSite): Promise<SiteToken> {
  const response = await fetch(`${site.basePath}/api/site-token`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ domain: site.domain, fp: getReaderId() }),
  });
  if (!response.ok) throw new TokenRefused(response);
  const { token, expiresAt, support = false } = (await response.json()) as Omit<SiteToken, "expiresAt"> & { expiresAt: string };
  return { token, expiresAt: new Date(expiresAt).getTime(), support };
}

/** Forgets a token request that failed, so that the next call tries again. */
function forgetOnFailure(domain: string, request: Promise<SiteToken>): Promise<SiteToken> {
  request.catch(() => {
    if (tokens.get(domain) === request) tokens.delete(domain);
  });
  return request;
}

/** Returns 32 random hex digits. Browsers offer `randomUUID` on https and localhost only, and a site may be on plain http. */
function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

class TokenRefused extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super(`No site token: ${response.status}`);
    this.response = response;
  }
}
