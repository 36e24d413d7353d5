import { readdirSync, statSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { type Attack, ask, post, question, type Reply } from "./attack.ts";
import type { Target, TargetOptions } from "./target.ts";

const elsewhere = "https://elsewhere.example";
const search = "/v1/search/docent";

/** Redirects whose targets hold what a careless replacement would read as a pattern or a path. */
export const edgeOptions: TargetOptions = {
  config: {
    redirects: [
      { from: "/attack-query", to: "/docs/quickstart?tab=one", permanent: false },
      { from: "/attack-tree/:path*", to: "/docs/:path*", permanent: false },
    ],
  },
};

type Check = (target: Target) => Promise<readonly [reply: Reply, faults: Readonly<Record<string, boolean>>]>;

const checks: Readonly<Record<string, Check>> = {
  "CORS: a preflight from anywhere": async (target) => {
    const headers = { origin: elsewhere, "access-control-request-method": "POST" };
    const reply = await ask(target, search, { method: "OPTIONS", headers });
    return [reply, { "does not carry the origin": reply.headers.get("access-control-allow-origin") !== elsewhere }];
  },
  "CORS: a call from an origin that the key does not list": async (target) => {
    const reply = await post(target, search, target.keys.assistant, { query: "keys" }, { origin: elsewhere });
    return [
      reply,
      {
        "is served": reply.status === 200,
        "cannot be read by the browser": reply.headers.get("access-control-allow-origin") !== elsewhere,
      },
    ];
  },
  "low: OPTIONS *": async (target) => {
    const reply = await sendRaw(target, { method: "OPTIONS", path: "*" });
    return [reply, {}];
  },
  "low: a query parameter twice": async (target) => {
    const headers = { authorization: `Bearer ${target.keys.account}` };
    const reply = await ask(target, "/v1/assistant/docent/threads?fp=a&fp=b", { headers });
    return [reply, { "is not refused": reply.status !== 400 }];
  },
  "low: feedback for the thread of another fp": async (target) => {
    const answer = await post(target, "/v1/assistant/docent/message", target.keys.assistant, question("hello", { fp: "owner" }));
    const messageId = /"messageId":"([^"]+)"/.exec(answer.text)?.[1];
    const body = { threadId: answer.headers.get("x-thread-id"), messageId, rating: "up", fp: "stranger" };
    const reply = await post(target, "/v1/assistant/docent/feedback", target.keys.assistant, body);
    return [reply, { "is not a 404": reply.status !== 404 }];
  },
  "low: a redirect to an address with a query": async (target) => {
    const reply = await ask(target, "/attack-query");
    return [reply, { "loses the query": !reply.headers.get("location")?.endsWith("/docs/quickstart?tab=one") }];
  },
  "low: $& in a redirected path": async (target) => {
    const reply = await ask(target, "/attack-tree/a$&b");
    return [reply, { "is replaced": !/\/docs\/a(\$|%24)(&|%26)b$/.test(reply.headers.get("location") ?? "") }];
  },
  "held: an open redirect by // in a path": async (target) => {
    const replies = await Promise.all(
      [
        "//elsewhere.example/",
        "/attack-tree//elsewhere.example",
        "/attack-tree/%2f/elsewhere.example",
        "/en//elsewhere.example",
      ].map((path) => sendRaw(target, { path })),
    );
    const leaves = ({ headers }: Reply) => new URL(headers.get("location") ?? "/", target.url).origin !== target.url;
    return [replies[0] as Reply, { "leaves the site": replies.some(leaves) }];
  },
  "low: the databases, which stood open before": async (target) => {
    const reply = await ask(target, "/v1/health");
    const data = path.join(target.folder, "data");
    const files = readdirSync(data)
      .filter((name) => /^(?:docent|counters)\.db/.test(name))
      .map((name) => path.join(data, name));
    return [reply, { "can be read by others": files.some((file) => (statSync(file).mode & 0o077) !== 0) }];
  },
};

/** The CORS rules, and the low findings that can be seen from outside. */
export const edgeAttacks: readonly Attack[] = Object.entries(checks).map(([name, check]) => ({
  name,
  run: async (target) => {
    const [reply, faults] = await check(target);
    return { statuses: { [reply.status]: 1 }, bad: Object.keys(faults).filter((fault) => faults[fault]) };
  },
}));

/** Sends what fetch would correct: any target, any host. */
function sendRaw({ url }: Target, { method = "GET", path = "/", headers = {}, body = "" }): Promise<Reply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const failed = () => resolve({ status: "closed", headers: new Headers(), text: "" });
    const sent = request({ host: hostname, port, method, path, headers, timeout: 10_000 }, (response) => {
      const entries = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
      response.resume().on("end", () => resolve({ status: response.statusCode ?? 0, headers: new Headers(entries), text: "" }));
    });
    sent.on("error", failed).on("timeout", () => sent.destroy(new Error("silent")));
    sent.end(body);
  });
}
