import type { Route } from "@/internal/testing/http.ts";
import type { Scope } from "@/lib/auth/auth.ts";
import * as feedback from "../../app/v1/assistant/[domain]/feedback/route.ts";
import * as message from "../../app/v1/assistant/[domain]/message/route.ts";
import * as thread from "../../app/v1/assistant/[domain]/threads/[threadId]/route.ts";
import * as threads from "../../app/v1/assistant/[domain]/threads/route.ts";
import * as insights from "../../app/v1/insights/[projectId]/[report]/route.ts";
import * as update from "../../app/v1/project/update/[projectId]/route.ts";
import * as updateStatus from "../../app/v1/project/update-status/[statusId]/route.ts";
import * as search from "../../app/v1/search/[domain]/route.ts";
import * as messageV2 from "../../app/v2/assistant/[domain]/message/route.ts";

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
  {
    name: "POST /v1/assistant/{domain}/message",
    route: message,
    method: "POST",
    scope: "assistant",
    address: (domain) => ({ path: `/v1/assistant/${domain}/message`, params: { domain } }),
    namesProject: true,
    body: { fp: "f", messages: [{ id: "1", role: "user", content: "Hi", parts: [] }] },
    badBodies: [
      ["no fp", { messages: [{ id: "1", role: "user", content: "Hi", parts: [] }] }, "fp"],
      ["no messages", { fp: "f" }, "messages"],
      ["an empty conversation", { fp: "f", messages: [] }, "messages"],
      ["a message of null", { fp: "f", messages: [null] }, "messages.0"],
      ["a message without id", { fp: "f", messages: [{ role: "user", content: "Hi", parts: [] }] }, "messages.0.id"],
      ["an unknown role", { fp: "f", messages: [{ id: "1", role: "tool", content: "Hi", parts: [] }] }, "messages.0.role"],
      [
        "an unknown part",
        { fp: "f", messages: [{ id: "1", role: "user", content: "Hi", parts: [{ type: "image" }] }] },
        "messages.0.parts.0.type",
      ],
      [
        "a page size as text",
        { fp: "f", retrievalPageSize: "5", messages: [{ id: "1", role: "user", content: "Hi", parts: [] }] },
        "retrievalPageSize",
      ],
      ["a list", [], ""],
      ["null", null, ""],
    ],
  },
  {
    name: "POST /v2/assistant/{domain}/message",
    route: messageV2,
    method: "POST",
    scope: "assistant",
    address: (domain) => ({ path: `/v2/assistant/${domain}/message`, params: { domain } }),
    namesProject: true,
    body: { fp: "f", messages: [{ id: "1", role: "user", parts: [{ type: "text", text: "Hi" }] }] },
    badBodies: [
      ["no fp", { messages: [{ id: "1", role: "user", parts: [{ type: "text", text: "Hi" }] }] }, "fp"],
      [
        "a part without its text",
        { fp: "f", messages: [{ id: "1", role: "user", parts: [{ type: "text" }] }] },
        "messages.0.parts.0.text",
      ],
      ["a part without type", { fp: "f", messages: [{ id: "1", role: "user", parts: [{}] }] }, "messages.0.parts.0.type"],
    ],
  },
  {
    name: "POST /v1/assistant/{domain}/feedback",
    route: feedback,
    method: "POST",
    scope: "assistant",
    address: (domain) => ({ path: `/v1/assistant/${domain}/feedback`, params: { domain } }),
    namesProject: true,
    body: { threadId: "th_unknown", messageId: "msg_1", rating: "up" },
    badBodies: [
      ["no rating", { threadId: "th_unknown", messageId: "msg_1" }, "rating"],
      ["another rating", { threadId: "th_unknown", messageId: "msg_1", rating: "meh" }, "rating"],
      ["no thread", { messageId: "msg_1", rating: "up" }, "threadId"],
    ],
  },
  {
    name: "GET /v1/assistant/{domain}/threads",
    route: threads,
    method: "GET",
    scope: "admin",
    address: (domain) => ({ path: `/v1/assistant/${domain}/threads`, params: { domain } }),
    namesProject: true,
  },
  {
    name: "GET /v1/assistant/{domain}/threads/{threadId}",
    route: thread,
    method: "GET",
    scope: "admin",
    address: (domain) => ({ path: `/v1/assistant/${domain}/threads/th_1`, params: { domain, threadId: "th_1" } }),
    namesProject: true,
  },
  {
    name: "POST /v1/project/update/{projectId}",
    route: update,
    method: "POST",
    scope: "admin",
    address: (projectId) => ({ path: `/v1/project/update/${projectId}`, params: { projectId } }),
    namesProject: true,
  },
  {
    name: "GET /v1/project/update-status/{statusId}",
    route: updateStatus,
    method: "GET",
    scope: "admin",
    address: () => ({ path: "/v1/project/update-status/upd_unknown", params: { statusId: "upd_unknown" } }),
    namesProject: false,
  },
  {
    name: "GET /v1/insights/{projectId}/{report}",
    route: insights,
    method: "GET",
    scope: "admin",
    address: (projectId) => ({ path: `/v1/insights/${projectId}/searches`, params: { projectId, report: "searches" } }),
    namesProject: true,
  },
];
