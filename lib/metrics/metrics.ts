/*
 * What an operator reads of a process: counts, durations and states, in the OpenMetrics text format.
 * Requests, searches and answers come in; text comes out, at `/metrics` or at a separate address. Off by default.
 * Start at `startMetrics`. `record.ts` takes events of other parts.
 */

import { createServer, type Server } from "node:http";
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  openMetricsContentType,
  Registry,
} from "prom-client";
import { getConfig, getEnvironment, type ListenAddress } from "../config/config.ts";
import { ENGINE_ROUTES, matchesRoute } from "../engine-paths.ts";
import { log, toLogFields } from "../log.ts";
import { type Recorder, recorder } from "./record.ts";

/** Bounds in seconds: a page takes milliseconds, an answer by a model half a minute. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** States of the process that are read when the metrics are requested. */
interface States {
  readonly generation: () => number;
  /** Rejects while the store is unavailable; the metric is left out then. */
  readonly waitingUpdates: () => Promise<number>;
}

/** Starts to measure, where the environment asks for it. Called once, when the process starts. */
export function startMetrics(states: States): void {
  const { metrics } = getEnvironment();
  if (!metrics || recorder.get().current) return;
  const made = createRecorder(states);
  recorder.get().current = made;
  if (metrics !== "on") listenForScrapes(metrics, made);
}

/** Returns the recorder whose text the site itself serves; undefined when metrics are off, or have a separate address. */
export function servedMetrics(): Recorder | undefined {
  return getEnvironment().metrics === "on" ? recorder.get().current : undefined;
}

/** Creates the metrics of a process, which start at nothing. */
export function createRecorder(states: States): Recorder {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(openMetricsContentType);
  const registers = [registry];
  // Event loop delay, memory, processor time and garbage collection. Typed for the older format alone.
  collectDefaultMetrics({ register: registry as unknown as Registry });
  addStates(registry, states);
  const requests = new Histogram({
    name: "docent_http_request_duration_seconds",
    help: "Time from the head of a request to the end of its answer",
    labelNames: ["route", "method", "status"],
    buckets: DURATIONS,
    registers,
  });
  const searches = new Histogram({
    name: "docent_search_duration_seconds",
    help: "Time of one search of the index",
    buckets: DURATIONS,
    registers,
  });
  const answers = new Counter({
    name: "docent_answers",
    help: "Answers of the assistant",
    labelNames: ["engine", "outcome"],
    registers,
  });
  const tokens = new Counter({
    name: "docent_model_tokens",
    help: "Tokens of the language model, as its provider counts them",
    labelNames: ["kind"],
    registers,
  });
  const support = new Counter({
    name: "docent_support_requests",
    help: "Questions that readers handed over to SUPPORT_WEBHOOK_URL",
    labelNames: ["outcome"],
    registers,
  });
  return {
    request: ({ target, method, status, seconds }) =>
      requests.observe({ route: findRoute(target), method: METHODS.has(method) ? method : "other", status }, seconds),
    search: (seconds) => searches.observe(seconds),
    answer: ({ engine, outcome, promptTokens, completionTokens }) => {
      answers.inc({ engine, outcome });
      tokens.inc({ kind: "prompt" }, promptTokens ?? 0);
      tokens.inc({ kind: "completion" }, completionTokens ?? 0);
    },
    support: (outcome) => support.inc({ outcome }),
    print: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function addStates(registry: Registry<OpenMetricsContentType>, { generation, waitingUpdates }: States): void {
  new Gauge({
    name: "docent_content_generation",
    help: "Number of the content that is served",
    registers: [registry],
    collect() {
      this.set(generation());
    },
  });
  new Gauge({
    name: "docent_updates_waiting",
    help: "Updates of all instances that wait for their turn; absent while the store is unavailable",
    registers: [registry],
    async collect() {
      this.reset();
      await waitingUpdates().then(
        (count) => this.set(count),
        () => this.remove(),
      );
    },
  });
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const ROUTES = (["endpoints", "documents", "pages", "files", "refusals"] as const).flatMap((kind) => ENGINE_ROUTES[kind]);

/**
 * Returns the route of the engine for a request's target, such as `/v1/search/[domain]`; `/_next` for files of the build, `page` for
 * everything else. There are few, whatever clients ask for.
 */
export function findRoute(target: string): string {
  const { basePath } = getConfig();
  const [path = ""] = target.split(/[?#]/);
  if (!path.startsWith(basePath)) return "page";
  const own = path.slice(basePath.length);
  if (own.startsWith("/_next/")) return "/_next";
  return ROUTES.find((route) => matchesRoute(route, own)) ?? "page";
}

/**
 * Serves the metrics at `/metrics` of a separate address, to anyone who can reach it. An address in use is logged, and the
 * site is served without it.
 */
export function listenForScrapes(
  { host, port }: ListenAddress,
  { print, contentType }: Pick<Recorder, "print" | "contentType">,
): Server {
  const server = createServer(({ url, method }, response) => {
    if (url?.split("?")[0] !== "/metrics" || method !== "GET") {
      response.writeHead(404).end();
      return;
    }
    print().then(
      (text) => response.writeHead(200, { "Content-Type": contentType, "Cache-Control": "no-store" }).end(text),
      (cause: unknown) => {
        log("error", "metrics cannot be printed", toLogFields(cause));
        response.writeHead(500).end();
      },
    );
  });
  server.on("error", (cause) => log("error", "metrics cannot be served at the address of DOCENT_METRICS", toLogFields(cause)));
  server.listen(port, host);
  // The site's own server keeps the process running.
  return server.unref();
}
