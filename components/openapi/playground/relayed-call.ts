import { fetchWithSiteToken, type ServedSite } from "../../site-token.ts";
import { call, isBinary, MAX_TEXT_CHARS, type PlaygroundResponse } from "./playground-response.ts";

/** Most bytes of a body that goes through the site. */
const MAX_BYTES = 1024 * 1024;

/** Returns true for an address on another host that the site may ask: over https. */
export function canRelay(url: string, here: string): boolean {
  if (!URL.canParse(url, here)) return false;
  const { protocol, origin, hostname } = new URL(url, here);
  return protocol === "https:" && origin !== new URL(here).origin && !/^(?:localhost|127\..*|\[::1\])$/.test(hostname);
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS", "QUERY"]);

/**
 * Makes a call, through the site where the browser may not. What changes something is never sent twice: whether the server allows
 * calls from this site is asked first. Throws when no answer comes.
 */
export async function callEitherWay(
  site: ServedSite | undefined,
  request: Request,
  show: (response: PlaygroundResponse) => void,
): Promise<void> {
  const { url, method, signal } = request;
  if (!site) return call(request, show);
  if (SAFE.has(method)) {
    try {
      return await call(request.clone(), show);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
    }
  } else {
    const probe: RequestInit = { method: "HEAD", credentials: "omit", referrerPolicy: "no-referrer", signal };
    const isAllowed = await fetch(url, probe).then(
      () => true,
      () => false,
    );
    signal.throwIfAborted();
    if (isAllowed) return call(request, show);
  }
  show(await callThroughSite(site, request));
}

interface RelayedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly cut: boolean;
}

/** Sends a request through the site, and returns the answer as if it had come here. Throws when the site has none. */
async function callThroughSite(site: ServedSite, request: Request): Promise<PlaygroundResponse> {
  const started = performance.now();
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > MAX_BYTES) throw new Error("The body is too large to go through the site.");
  const body = bytes.length > 0 ? { body: toBase64(bytes) } : {};
  const sent = { url: request.url, method: request.method, headers: [...request.headers], ...body };
  const response = await fetchWithSiteToken(site, "/api/try", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(sent),
    signal: request.signal,
  });
  if (!response.ok) throw new Error(`The site answered ${response.status}.`);
  const answer = (await response.json()) as RelayedAnswer | { readonly failed: string };
  if ("failed" in answer) throw new Error(`The server did not answer: ${answer.failed}.`);
  return toResponse(answer, Math.round(performance.now() - started));
}

function toResponse({ status, statusText, headers, body, cut }: RelayedAnswer, milliseconds: number): PlaygroundResponse {
  const bytes = Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0));
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const binary = isBinary(type);
  const text = binary ? "" : new TextDecoder().decode(bytes);
  const state = `${status} ${statusText}`.trim();
  return {
    ...{ status: state, code: status, milliseconds, bytes: bytes.length, binary, done: true },
    headers: headers.toSorted(([left], [right]) => (left < right ? -1 : 1)),
    text: text.slice(0, MAX_TEXT_CHARS),
    cut: cut || text.length > MAX_TEXT_CHARS,
  };
}

/** Encodes in pieces, since a call takes only so many arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += 8_192) text += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  return btoa(text);
}
