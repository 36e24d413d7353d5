/*
 * Tells who calls and what they may do.
 * A bearer token comes in, and a caller comes out, or a refusal whose text the caller may read.
 * Start at `identify`. `keys.ts` has the keys of programs, `session.ts` the tokens of the site's own pages.
 */

import ipaddr from "ipaddr.js";
import { getAccess, getConfig, type Project } from "../config/config.ts";
import { ServiceError } from "../service-error.ts";
import { readToken } from "./credential.ts";
import { findKey } from "./keys.ts";
import { readSiteToken } from "./session.ts";

/** Endpoints for readers and their clients (`assistant`), or for those who run the site (`admin`). */
export type Scope = "assistant" | "admin";

/** The caller that a token names. */
export type Caller = KeyCaller | SiteCaller;

/** A program with a key. */
interface KeyCaller {
  readonly kind: "assistant" | "account";
  readonly keyId: string;
  readonly organisation: string;
  /** Project id that the key is bound to; null for account tokens. */
  readonly project: string | null;
  readonly origins: readonly string[];
  /** Addresses and CIDR ranges that may use the key; empty means any. */
  readonly addresses: readonly string[];
  /** The groups of readers that the key reads as. */
  readonly groups: readonly string[];
}

/** One of the site's own pages. */
interface SiteCaller {
  readonly kind: "site";
  readonly keyId: "site";
  readonly organisation: string;
  readonly domain: string;
  readonly fp: string;
  /** The groups of the signed-in reader whose page it is; undefined for a reader who is not signed in. */
  readonly groups?: readonly string[] | undefined;
}

/** Returns the caller that a bearer token belongs to. @throws ServiceError `unauthenticated` or `invalid_token`. */
export async function identify(token: string | undefined, now = Date.now()): Promise<Caller> {
  if (token === undefined)
    throw new ServiceError(
      "unauthenticated",
      "This endpoint needs a bearer token: send the header Authorization: Bearer <key>. Create a key with npm run keys.",
      { headers: { "WWW-Authenticate": "Bearer" } },
    );
  const caller = (await findSiteCaller(token, now)) ?? (await findKeyCaller(token, now));
  if (caller) return caller;
  throw new ServiceError("invalid_token", "The token is unknown, revoked or expired. Create a new key with npm run keys.", {
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  });
}

/** Throws when a token does not allow the scope, or not from this address. @throws ServiceError `forbidden`. */
export function authorise(caller: Caller, { scope, address }: { scope: Scope; address: string }): void {
  if (caller.organisation !== getConfig().organisation.id)
    throw new ServiceError("forbidden", "The token belongs to another organisation.");
  if (scope === "admin" && caller.kind !== "account")
    throw new ServiceError(
      "forbidden",
      "This endpoint takes an account token (da_…); create one with npm run keys -- create --kind account.",
    );
  if (scope === "assistant" && caller.kind === "account")
    throw new ServiceError(
      "forbidden",
      "This endpoint takes an assistant key (dk_…); create one with npm run keys -- create --kind assistant.",
    );
  if (caller.kind !== "site" && !allowsAddress(caller.addresses, address))
    throw new ServiceError(
      "forbidden",
      "The key may not be used from this IP address; its allowlist was fixed when it was created.",
    );
}

/** Throws for another project than the one that a token is bound to. @throws ServiceError `forbidden`. */
export function authoriseProject(caller: Caller, { id, domain }: Project): void {
  const allowed = caller.kind === "site" ? caller.domain === domain : caller.project === null || caller.project === id;
  if (!allowed) throw new ServiceError("forbidden", "The token is bound to another project.");
}

async function findSiteCaller(token: string, now: number): Promise<SiteCaller | undefined> {
  if (token.split(".").length !== 3) return undefined;
  const grant = await readSiteToken(token, now);
  return grant && { kind: "site", keyId: "site", organisation: getConfig().organisation.id, ...grant };
}

async function findKeyCaller(token: string, now: number): Promise<KeyCaller | undefined> {
  const credential = readToken(token);
  const key = credential && (await findKey(credential, now));
  if (!key) return undefined;
  const { kind, id, organisation, project, origins, addresses, groups } = key;
  return { kind, keyId: id, organisation, project, origins, addresses, groups };
}

/** Returns the audience of a request that sends the key of a program; undefined for any other token. Rights beyond reading are not checked. */
export async function findKeyAudience(headers: Headers, address: string): Promise<ReturnType<typeof audienceOf> | undefined> {
  const token = /^Bearer +(\S+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1];
  const caller = token === undefined ? undefined : await findKeyCaller(token, Date.now());
  const isOwn = caller?.organisation === getConfig().organisation.id && allowsAddress(caller.addresses, address);
  return caller?.kind === "assistant" && isOwn ? audienceOf(caller) : undefined;
}

/** Returns what decides which site a caller gets: a key is a signed-in reader of its groups, and an account token one of all. */
export function audienceOf(caller: Caller): { readonly isSignedIn: boolean; readonly groups: readonly string[] } {
  if (caller.kind === "account") return { isSignedIn: true, groups: Object.keys(getAccess()?.groups ?? {}).sort() };
  return { isSignedIn: caller.groups !== undefined, groups: caller.groups ?? [] };
}

/** Returns true for an address or a CIDR range that an allowlist may hold. A range of all addresses is not a restriction, and refused. */
export function isRange(text: string): boolean {
  const range = readRange(text);
  return range !== undefined && range[1] > 0;
}

/** Returns true when one of the ranges holds the address; an empty list holds every address. */
export function allowsAddress(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((text) => {
    const range = readRange(text);
    return range !== undefined && range[0].kind() === parsed.kind() && parsed.match(range);
  });
}

function readRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  // "10.1" is an address to inet_aton, and a typo to everyone else.
  if (!ipaddr.IPv6.isValid(text) && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
