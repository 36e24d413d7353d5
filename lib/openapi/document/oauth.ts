import { perObject } from "../../per-object.ts";
import { isObject, type JsonObject, objectOf, textOf } from "../description/json.ts";

/** A way of OAuth 2 by which a page in a browser can get a token. */
export interface OAuthFlow {
  readonly grant: "client_credentials" | "authorization_code";
  readonly tokenUrl: string;
  /** The address at which the reader signs in; undefined for client credentials. */
  readonly authorizationUrl: string | undefined;
  /** The scopes of the flow, and those that the operation names beside them. */
  readonly scopes: readonly OAuthScope[];
}

/** Something that a token may be for. */
interface OAuthScope {
  readonly name: string;
  readonly description: string;
  /** The operation names it, or names none. */
  readonly isAsked: boolean;
}

/** Scopes of a flow that are offered. */
const MAX_SCOPES = 200;
const MAX_SCOPE_CHARS = 1_000;

/** The names of a flow's scopes, which every operation may refer to. */
const firstNames = perObject((scopes: JsonObject) => Object.keys(scopes).slice(0, MAX_SCOPES));

const GRANTS = [
  ["authorizationCode", "authorization_code"],
  ["clientCredentials", "client_credentials"],
] as const;

/**
 * Reads the flows of a security scheme that end at a token. `implicit` and `password` are none of them: OAuth 2.1 has dropped both,
 * and a page must not take a reader's password. Addresses are https, or of the reader's own machine.
 * @param required Scopes that the operation names.
 */
export function readFlows(scheme: JsonObject, required: readonly string[]): OAuthFlow[] {
  if (scheme.type !== "oauth2") return [];
  return GRANTS.flatMap(([name, grant]) => {
    const flow = objectOf(scheme.flows)[name];
    if (!isObject(flow)) return [];
    const [tokenUrl, authorizationUrl] = [textOf(flow.tokenUrl), textOf(flow.authorizationUrl)];
    const isSignIn = grant === "authorization_code";
    if (!isSafe(tokenUrl) || (isSignIn && !isSafe(authorizationUrl))) return [];
    const described = objectOf(flow.scopes);
    const asked = new Set(required.slice(0, MAX_SCOPES));
    const scopes = [...new Set([...asked, ...firstNames(described)])].slice(0, MAX_SCOPES).map((scope) => ({
      name: scope,
      description: textOf(Object.hasOwn(described, scope) ? described[scope] : undefined).slice(0, MAX_SCOPE_CHARS),
      isAsked: asked.size === 0 || asked.has(scope),
    }));
    return [{ grant, tokenUrl, authorizationUrl: isSignIn ? authorizationUrl : undefined, scopes }];
  });
}

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname));
}
