import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { FunctionFolder, VercelBuild } from "./build.ts";
import { Instances } from "./instances.ts";
import { applyRoute, matchRoute, type Route, toPhases, type Visit } from "./routes.ts";

export interface PlatformOptions {
  /** Processes of each function. */
  readonly count: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly root: string;
}

/** A build as its host serves it: routes, middleware, static files, prerendered pages with purges, functions that freeze. */
export interface Platform {
  readonly url: string;
  readonly instances: Instances;
  /** Lines that functions wrote. */
  readonly output: readonly string[];
  readonly stop: () => Promise<void>;
}

type Output =
  | { readonly file: string }
  | { readonly target: FunctionFolder; readonly name: string; readonly prerender?: Prerender };

interface Prerender {
  readonly expiration: number | false;
  readonly fallback?: { readonly fsPath: string };
  readonly initialStatus?: number;
  readonly initialHeaders?: Readonly<Record<string, string>>;
  readonly allowQuery?: readonly string[];
}

interface Kept {
  readonly status: number;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
  readonly tags: readonly string[];
  purged: boolean;
}

/** Types of static files; a browser runs no script without one. */
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

export async function startPlatform(build: VercelBuild, { count, variables, root }: PlatformOptions): Promise<Platform> {
  const { routes } = JSON.parse(await readFile(path.join(build.output, "config.json"), "utf8")) as { routes: Route[] };
  const phases = toPhases(routes);
  const kept = new Map<string, Kept>();
  const output: string[] = [];
  const onPurge = (tags: readonly string[]) => {
    for (const page of kept.values()) page.purged ||= page.tags.some((tag) => tags.includes(tag));
  };
  const instances = new Instances({ count, variables, root, onPurge, onOutput: (line) => output.push(line) });
  const server = http.createServer((request, response) => {
    serve(request, response).catch((cause: Error) => {
      output.push(`${request.url}: ${cause.message}`);
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    instances,
    output,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await instances.stop();
    },
  };

  async function serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const visit = toVisit(request);
    for (const route of phases.get("") ?? []) {
      const captured = matchRoute(route, visit);
      if (!captured) continue;
      if (route.middlewarePath) {
        if (await ranMiddleware(visit, response)) return;
        continue;
      }
      applyRoute(route, captured, visit);
      if (visit.status && visit.answerHeaders.location) return end(response, visit, { status: visit.status });
      if (!route.continue) break;
    }
    const asked = visit.path;
    const found = await findOutput(visit);
    if ("file" in found) {
      const type = TYPES[path.extname(found.file)];
      const headers = type ? { "content-type": type } : {};
      return end(response, visit, { status: visit.status ?? 200, headers, body: await readFile(found.file) });
    }
    const { prerender } = found;
    if (prerender && ["GET", "HEAD"].includes(visit.method))
      return end(response, visit, await readPage({ ...found, prerender }, asked, visit));
    const answer = await instances.call(found.target, {
      method: visit.method,
      path: withQuery(asked, visit.query),
      headers: { ...visit.headers, "x-matched-path": found.name },
      body: ["GET", "HEAD"].includes(visit.method) ? undefined : request,
    });
    response.writeHead(visit.status ?? answer.statusCode ?? 500, cleaned({ ...answer.headers, ...visit.answerHeaders }));
    response.on("close", () => answer.destroy());
    answer.pipe(response);
  }

  /** True when the middleware itself answered. */
  async function ranMiddleware(visit: Visit, response: http.ServerResponse): Promise<boolean> {
    const target = build.functions.get("_middleware") as FunctionFolder;
    // Without the body, of which the length would be waited for on the connection that the next request takes.
    const { "content-length": _, "transfer-encoding": __, ...headersAlone } = visit.headers;
    const call = { method: visit.method, path: withQuery(visit.path, visit.query), headers: headersAlone };
    const { headers, statusCode, ...answer } = await read(await instances.call(target, call));
    const isDirect = headers.location || (!headers["x-middleware-next"] && !headers["x-middleware-rewrite"]);
    if (isDirect) {
      response.writeHead(statusCode, cleaned({ ...visit.answerHeaders, ...headers })).end(answer.body);
      return true;
    }
    for (const name of String(headers["x-middleware-override-headers"] ?? "").split(",")) {
      const value = headers[`x-middleware-request-${name}`];
      const isOfBody = name === "content-length" || name === "transfer-encoding";
      if (name && value !== undefined && !isOfBody) visit.headers[name] = String(value);
    }
    for (const [name, value] of Object.entries(cleaned(headers)))
      if (!name.startsWith("x-middleware-")) visit.answerHeaders[name] = String(value);
    const rewritten = headers["x-middleware-rewrite"];
    if (rewritten) {
      const url = new URL(String(rewritten), "http://host");
      visit.path = url.pathname;
      visit.query = url.searchParams;
    }
    return false;
  }

  async function findOutput(visit: Visit): Promise<Output> {
    const direct = await outputAt(visit.path);
    if (direct) return direct;
    for (const phase of ["filesystem", "rewrite", "miss"])
      for (const route of phases.get(phase) ?? []) {
        const tried: Visit = { ...visit, query: new URLSearchParams(visit.query), answerHeaders: { ...visit.answerHeaders } };
        const captured = route.dest && matchRoute(route, tried);
        if (!captured) continue;
        applyRoute(route, captured, tried);
        const found = await outputAt(tried.path);
        if (!found) continue;
        Object.assign(visit.answerHeaders, tried.answerHeaders);
        visit.query = tried.query;
        return found;
      }
    visit.status = 404;
    return (await outputAt("/_not-found")) as Output;
  }

  async function outputAt(asked: string): Promise<Output | undefined> {
    const name = decodeURIComponent(asked).replace(/^\/|\/$/g, "") || "index";
    const file = path.join(build.output, "static", name);
    if (file.startsWith(build.output) && (await stat(file).catch(() => undefined))?.isFile()) return { file };
    const target = build.functions.get(name);
    if (!target) return undefined;
    const config = path.join(build.output, "functions", `${name}.prerender-config.json`);
    const prerender = existsSync(config) ? { prerender: JSON.parse(await readFile(config, "utf8")) as Prerender } : {};
    return { target, name: `/${name}`, ...prerender };
  }

  async function readPage(found: { target: FunctionFolder; name: string; prerender: Prerender }, asked: string, visit: Visit) {
    const { target, name, prerender } = found;
    const query = new URLSearchParams([...visit.query].filter(([key]) => prerender.allowQuery?.includes(key)));
    const key = withQuery(name, query);
    const known = kept.get(key) ?? (await prerendered(name, prerender));
    if (known && !known.purged) {
      kept.set(key, known);
      return { ...known, cache: "HIT" };
    }
    const page = /\[/.test(name) ? asked : name === "/index" ? "/" : name;
    const headers = { host: visit.headers.host, "x-forwarded-host": visit.headers.host, "x-matched-path": name };
    const answer = await read(await instances.call(target, { method: "GET", path: withQuery(page, query), headers }));
    const made: Kept = { ...answer, status: answer.statusCode, tags: tagsOf(answer.headers), purged: false };
    if (made.status < 500) kept.set(key, made);
    return { ...made, cache: "MISS" };
  }

  async function prerendered(name: string, { fallback, initialHeaders = {}, initialStatus = 200 }: Prerender) {
    if (!fallback) return undefined;
    const folder = path.dirname(path.join(build.output, "functions", `${name}.func`));
    const body = await readFile(path.join(folder, path.basename(fallback.fsPath)));
    const type = name.endsWith(".rsc") ? "text/x-component" : "text/html; charset=utf-8";
    const headers = { "content-type": type, ...initialHeaders };
    return { status: initialStatus, headers, body, tags: tagsOf(headers), purged: false };
  }
}

function toVisit({ method = "GET", url = "/", headers }: http.IncomingMessage): Visit {
  const { pathname, searchParams } = new URL(url, "http://host");
  const forwarded = { "x-forwarded-host": headers.host, "x-forwarded-proto": "http", "x-vercel-forwarded-for": "203.0.113.7" };
  const { connection: _, ...kept } = headers;
  return {
    method,
    path: pathname,
    query: searchParams,
    headers: { ...kept, ...forwarded },
    answerHeaders: {},
    status: undefined,
  };
}

interface Made {
  readonly status: number;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: Buffer;
  readonly cache?: string;
}

function end(response: http.ServerResponse, visit: Visit, { status, headers = {}, body, cache }: Made): void {
  const all = cleaned({ ...headers, ...visit.answerHeaders, ...(cache && { "x-cache": cache }) });
  response.writeHead(visit.status ?? status, all);
  response.end(visit.method === "HEAD" ? undefined : body);
}

async function read(answer: http.IncomingMessage) {
  return { statusCode: answer.statusCode ?? 500, headers: answer.headers, body: await buffer(answer) };
}

function tagsOf(headers: http.OutgoingHttpHeaders): string[] {
  return String(headers["x-next-cache-tags"] ?? "")
    .split(",")
    .filter(Boolean);
}

function withQuery(asked: string, query: URLSearchParams): string {
  return query.size > 0 ? `${asked}?${query}` : asked;
}

/** Headers that belong to one connection, or that only the host reads. */
function cleaned(headers: http.OutgoingHttpHeaders): http.OutgoingHttpHeaders {
  const {
    connection,
    "keep-alive": _,
    "transfer-encoding": __,
    "content-length": ___,
    "x-next-cache-tags": ____,
    ...rest
  } = headers;
  return rest;
}
