import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { getEnvironment } from "../config/config.ts";
import { BASE_POLICY, toPolicyHeader } from "../config/content-policy.ts";
import { perProcess } from "../process-state.ts";

const POLICY = "content-security-policy";
const protecting = perProcess("protects-pages", () => ({ started: false }));

/**
 * Gives every HTML answer of this process that has no policy the strictest one that Docent's pages work under, whoever wrote
 * it: the router's own faults, and a page that proxy.ts was not asked about. Tells caches of a page with a Markdown form that `Accept`
 * chooses between them. Called once, when the server starts; in
 * development it does nothing, since what Next shows of a fault there needs more.
 */
export function protectPages(): void {
  if (protecting.get().started || getEnvironment().development) return;
  protecting.get().started = true;
  const header = toPolicyHeader(BASE_POLICY);
  subscribe("http.server.response.created", (message) => {
    const { response } = message as { response: ServerResponse };
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
    response.writeHead = (...args: unknown[]) => {
      const given = toHeaders(args.at(-1));
      const type = given.get("content-type") ?? String(response.getHeader("content-type") ?? "");
      const hasPolicy = given.has(POLICY) || response.hasHeader(POLICY);
      const isPage = /^text\/html\b/i.test(type);
      if (isPage && !hasPolicy) response.setHeader(POLICY, header);
      // What proxy.ts says of it, the router replaces.
      if (isPage && /text\/markdown/.test(String(response.getHeader("link") ?? ""))) response.appendHeader("vary", "Accept");
      return writeHead(...args);
    };
  });
}

/** Returns the headers that `writeHead` is given: a record, or names and values in one list. */
function toHeaders(given: unknown): Headers {
  const headers = new Headers();
  if (typeof given !== "object" || given === null) return headers;
  const entries = Array.isArray(given)
    ? given.flatMap((_, at) => (at % 2 ? [] : [given.slice(at, at + 2)]))
    : Object.entries(given);
  for (const [name, value] of entries) headers.set(String(name), String(value));
  return headers;
}
