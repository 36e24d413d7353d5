import type { IncomingHttpHeaders } from "node:http";

/** A route of Build Output API 3, as far as Next.js writes them. https://vercel.com/docs/build-output-api/configuration */
export interface Route {
  readonly handle?: string;
  readonly src?: string;
  readonly dest?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly continue?: boolean;
  readonly check?: boolean;
  readonly methods?: readonly string[];
  readonly middlewarePath?: string;
  readonly has?: readonly Condition[];
  readonly missing?: readonly Condition[];
}

interface Condition {
  readonly type: "header" | "host" | "query" | "cookie";
  readonly key?: string;
  readonly value?: string;
}

/** A request on its way through the routes. */
export interface Visit {
  readonly method: string;
  path: string;
  query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly answerHeaders: Record<string, string>;
  status: number | undefined;
}

/** Routes by phase; those before the first `handle` are in phase "". */
export function toPhases(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const phases = new Map<string, Route[]>([["", []]]);
  let phase = "";
  for (const route of routes) {
    if (route.handle !== undefined) phase = route.handle;
    else phases.set(phase, [...(phases.get(phase) ?? []), route]);
  }
  return phases;
}

/** Returns what a route's expression and conditions captured; undefined when the route is not for this request. */
export function matchRoute(route: Route, visit: Visit): Record<string, string> | undefined {
  if (route.methods && !route.methods.includes(visit.method)) return undefined;
  const found = new RegExp(anchored(route.src ?? "")).exec(visit.path);
  if (!found) return undefined;
  const captured: Record<string, string> = { ...found.groups };
  found.forEach((text, index) => {
    captured[index] = text ?? "";
  });
  for (const condition of route.has ?? []) {
    const groups = matchCondition(condition, visit);
    if (!groups) return undefined;
    Object.assign(captured, groups);
  }
  return (route.missing ?? []).some((condition) => matchCondition(condition, visit)) ? undefined : captured;
}

/** Does what a matching route says: headers, status, another path. */
export function applyRoute(route: Route, captured: Readonly<Record<string, string>>, visit: Visit): void {
  const fill = (text: string) => text.replace(/\$(\w+)/g, (_, name: string) => captured[name] ?? "");
  for (const [name, value] of Object.entries(route.headers ?? {})) visit.answerHeaders[name.toLowerCase()] = fill(value);
  if (route.status) visit.status = route.status;
  if (!route.dest) return;
  const [target = "", query] = fill(route.dest).split("?");
  visit.path = target;
  for (const [name, value] of new URLSearchParams(query)) if (value) visit.query.set(name, value);
}

function matchCondition({ type, key = "", value }: Condition, { headers, query }: Visit): Record<string, string> | undefined {
  const given = { header: headers[key], host: headers.host, query: query.get(key) ?? undefined, cookie: undefined }[type];
  if (given === undefined) return undefined;
  const found = new RegExp(anchored(value ?? ".*")).exec(String(given));
  return found ? { ...found.groups } : undefined;
}

function anchored(source: string): string {
  return `${source.startsWith("^") ? "" : "^"}${source}${source.endsWith("$") ? "" : "$"}`;
}
