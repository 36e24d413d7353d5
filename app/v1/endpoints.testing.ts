import type { Scope } from "@/lib/auth/auth.ts";
import type { Route } from "@/lib/http/testing.ts";
import * as search from "./search/[domain]/route.ts";

/** An endpoint that takes a token, as the tests that run over all of them need it. */
export interface EndpointRow {
  readonly name: string;
  readonly route: Route;
  readonly method: "GET" | "POST" | "DELETE";
  readonly scope: Scope;
  /** Path and its parameters, for a project of this id and domain. */
  readonly address: (project: string) => { path: string; params: Record<string, string> };
  /** Undefined for an endpoint that names no project in its path. */
  readonly namesProject: boolean;
  /** A body that is accepted, for an endpoint that takes one. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Bodies that are refused, with the path of a field that the refusal must name. */
  readonly badBodies?: readonly (readonly [what: string, body: unknown, path: string])[];
}

/** Every endpoint of the API that takes a token. A new endpoint joins all common tests with a row here. */
export const endpoints: readonly EndpointRow[] = [
  {
    name: "POST /v1/search/{domain}",
    route: search,
    method: "POST",
    scope: "assistant",
    address: (domain) => ({ path: `/v1/search/${domain}`, params: { domain } }),
    namesProject: true,
    body: { query: "install" },
    badBodies: [
      ["no query", {}, "query"],
      ["a query of blanks", { query: "   " }, "query"],
      ["a query of another type", { query: 7 }, "query"],
      ["an endless query", { query: "x".repeat(1_001) }, "query"],
      ["a page size of 0", { query: "x", pageSize: 0 }, "pageSize"],
      ["a page size of 51", { query: "x", pageSize: 51 }, "pageSize"],
      ["a broken page size", { query: "x", pageSize: 1.5 }, "pageSize"],
      ["a page size as text", { query: "x", pageSize: "5" }, "pageSize"],
      ["a filter of another type", { query: "x", filter: "v2" }, "filter"],
      ["a language of another type", { query: "x", filter: { language: 1 } }, "filter.language"],
      ["a threshold above 1", { query: "x", scoreThreshold: 2 }, "scoreThreshold"],
      ["a list", [], ""],
      ["null", null, ""],
    ],
  },
];
