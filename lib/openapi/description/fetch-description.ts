import { lookup as lookupHost } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import ipaddr from "ipaddr.js";
import { untilAborted } from "../../deadline.ts";
import { DescriptionError } from "./json.ts";

/** Largest API description that is read: 32 MiB, counted after decompression. */
export const MAX_DESCRIPTION_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 30_000;

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** From where a description may be fetched. */
export interface FetchRules {
  /** Host names, `*.` for any name below, with `:port` when it is not the usual one of the protocol. */
  readonly allowHosts: readonly string[];
  /** Also http, and addresses of a closed network. */
  readonly allowInsecure: boolean;
  /** For the whole fetch with its redirects. */
  readonly timeoutMs?: number;
  /** Asked once per hop; the connection goes to what it answered. */
  readonly resolveHost?: (host: string) => Promise<readonly HostAddress[]>;
}

interface FetchOptions {
  /** Version tag of the copy at hand: when the server still has the same, nothing is read. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A fetched text, or word that the copy at hand is still good. */
type FetchedText =
  | { readonly kind: "unchanged" }
  /** `url` is where the redirects ended. */
  | { readonly kind: "text"; readonly text: string; readonly etag: string | undefined; readonly url: string };

/**
 * Fetches a text by https from an allowed host, following at most 5 redirects. The rules hold on every hop: protocol, host,
 * and the addresses that the host name resolves to, to which the connection is then pinned. The content type is not trusted.
 * @throws DescriptionError that says what was refused and the remedy.
 */
export async function fetchDescription(url: string, rules: FetchRules, options: FetchOptions = {}): Promise<FetchedText> {
  const { timeoutMs = TIMEOUT_MS } = rules;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    return await untilAborted(followRedirects(url, rules, { etag: options.etag, signal }), signal);
  } catch (cause) {
    if (cause instanceof DescriptionError) throw cause;
    if (timeout.aborted)
      throw new DescriptionError(`${url} did not answer in full within ${timeoutMs / 1000} s.`, { isTemporary: true, cause });
    options.signal?.throwIfAborted();
    throw new DescriptionError(`${url} could not be fetched: ${wordsOf(cause)}.`, { isTemporary: true, cause });
  }
}

interface Hop {
  readonly etag: string | undefined;
  readonly signal: AbortSignal;
}

async function followRedirects(url: string, rules: FetchRules, hop: Hop): Promise<FetchedText> {
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const address = checkAddress(target, rules);
    const response = await request(address, await resolveSafely(address, rules), hop);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy();
      target = readLocation(headers.location, address);
      continue;
    }
    if (statusCode === 304 && hop.etag) {
      response.destroy();
      return { kind: "unchanged" };
    }
    if (statusCode !== 200) {
      response.destroy();
      const isTemporary = statusCode === 429 || statusCode >= 500;
      throw new DescriptionError(`${target} answered ${statusCode}; it must answer 200 with the API description.`, {
        isTemporary,
      });
    }
    return { kind: "text", text: await readText(response, target), etag: headers.etag, url: target };
  }
  throw new DescriptionError(`${url} redirects more than ${MAX_REDIRECTS} times; give the address where it ends.`);
}

function readLocation(location: string, from: URL): string {
  if (!URL.canParse(location, from)) throw new DescriptionError(`${from.href} redirects to something that is not an address.`);
  return new URL(location, from).href;
}

function checkAddress(target: string, { allowHosts, allowInsecure }: FetchRules): URL {
  if (!URL.canParse(target)) throw new DescriptionError(`"${target}" is not an address.`);
  const url = new URL(target);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && allowInsecure))
    throw new DescriptionError(`${target} is refused: only https addresses are fetched.`);
  if (url.username || url.password)
    throw new DescriptionError(`${url.origin} is refused: an address must not carry a user name or password.`);
  if (!allowHosts.some((pattern) => matchesHost(url, pattern)))
    throw new DescriptionError(
      `${target} is refused: ${url.host} is not an allowed host; add "${url.host}" to updates.allowHosts in docent.config.ts.`,
    );
  return url;
}

/** Returns true for an address on a host that the rules name. */
export function isAllowedHost(address: string, { allowHosts }: Pick<FetchRules, "allowHosts">): boolean {
  return URL.canParse(address) && allowHosts.some((pattern) => matchesHost(new URL(address), pattern));
}

function matchesHost({ hostname, port }: URL, pattern: string): boolean {
  const [name = "", patternPort = ""] = pattern.toLowerCase().split(":");
  if (port !== patternPort && !(port === "" && patternPort === "443")) return false;
  return name.startsWith("*.") ? hostname.endsWith(name.slice(1)) : hostname === name;
}

/** Addresses of the host, all of them checked: one private address among public ones is refused too. */
export async function resolveSafely(
  { hostname }: URL,
  rules: Pick<FetchRules, "allowInsecure" | "resolveHost">,
): Promise<readonly HostAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, "");
  const resolve = rules.resolveHost ?? ((host: string) => lookupHost(host, { all: true }));
  const family = isIP(literal);
  const addresses = family ? [{ address: literal, family }] : await resolve(hostname);
  const reach: Reach = rules.allowInsecure ? "private" : "public";
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address, reach)))
    throw new DescriptionError(`${hostname} is refused: only public addresses are fetched.`);
  return addresses;
}

function request(url: URL, addresses: readonly HostAddress[], { etag, signal }: Hop): Promise<http.IncomingMessage> {
  const headers = {
    accept: "application/json, application/yaml, text/yaml, */*;q=0.5",
    "user-agent": "Docent",
    ...(etag && { "if-none-match": etag }),
  };
  return requestPinned(url, addresses, { method: "GET", headers, signal });
}

interface PinnedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends a request to the IP addresses that were checked, whatever its host name resolves to by now. Redirects are not followed, nor is a
 * switch to another protocol. Fails when the signal fires, whatever the other side does.
 */
export function requestPinned(
  url: URL,
  addresses: readonly HostAddress[],
  { body, ...options }: PinnedRequest,
): Promise<http.IncomingMessage> {
  // The name was looked up and checked already; a second lookup could answer something else.
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [first] = addresses as [HostAddress];
    if (all) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
  const { request: send } = url.protocol === "https:" ? https : http;
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    send(url, { agent: false, lookup, ...options }, resolve)
      .on("error", reject)
      .on("upgrade", (_, socket) => {
        socket.destroy();
        reject(new Error("it answered 101 Switching Protocols"));
      })
      .on("close", () => reject(new Error("the connection was closed")))
      .end(body);
  });
  return untilAborted(answer, options.signal);
}

async function readText(response: http.IncomingMessage, url: string): Promise<string> {
  const body = decompress(response);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_DESCRIPTION_BYTES) throw tooLarge(url);
      chunks.push(chunk);
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Returns the error for a description over the limit, wherever it comes from. */
export function tooLarge(source: string): DescriptionError {
  const limit = `${MAX_DESCRIPTION_BYTES / 1024 / 1024} MiB`;
  return new DescriptionError(
    `${source} is larger than ${limit}, the limit of an API description; split it into several projects.`,
  );
}

/** Returns the body of an answer as it was before it was compressed. */
export function decompress(response: http.IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"] ?? "identity";
  const decoders: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
    gzip: createGunzip,
    br: createBrotliDecompress,
    deflate: createInflate,
  };
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined;
  if (!decoder) return response;
  response.once("error", (error) => decoder.destroy(error));
  return response.pipe(decoder);
}

function wordsOf(cause: unknown): string {
  const { code, message } = cause as { code?: string; message?: string };
  const known: Record<string, string> = {
    ENOTFOUND: "its host name is unknown",
    EAI_AGAIN: "its host name could not be looked up",
    ECONNREFUSED: "nothing answers there",
    ECONNRESET: "the connection was closed",
  };
  return (code && known[code]) || message || String(cause);
}

/** The addresses that may be connected to: those of the public internet, or also those of a closed network. */
type Reach = "public" | "private";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const closedNetwork = new Set(["unicast", "private", "loopback", "uniqueLocal", "carrierGradeNat"]);

/**
 * Addresses that give a cloud's machines their credentials and are not link-local, which is shut anyway: Alibaba Cloud
 * and Azure; the services that AWS keeps for its machines in IPv6, and the one of Google Cloud.
 */
const metadata = ["100.100.100.200/32", "168.63.129.16/32", "fd00:ec2::/32", "fd20:ce::254/128"].map(ipaddr.parseCIDR);
const metadataV4 = [169, 254, 169, 254];

/**
 * Returns true for an IPv4 or IPv6 address that may be connected to. An IPv4 address written as IPv6 counts as what it is; tunnels that
 * carry one inside another (6to4, Teredo, NAT64) are never public, nor part of a closed network. Metadata services of
 * clouds are never reached: what they answer is the machine's own credentials.
 */
export function isPublicAddress(address: string, reach: Reach): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (isMetadata(parsed)) return false;
  const range = parsed.range();
  return reach === "private" ? closedNetwork.has(range) : range === "unicast";
}

function isMetadata(address: Address): boolean {
  // Whatever prefix a network translates to IPv4 with: the IPv4 address is at the end.
  const last = address.toByteArray().slice(-4);
  if (last.every((byte, index) => byte === metadataV4[index])) return true;
  return metadata.some(([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as [never, number]));
}
