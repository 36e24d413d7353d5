import { expect, test } from "vitest";
import { isForkPath } from "../scripts/owners.ts";
import { ENGINE_ROUTES, findEngineAnswer, isEnginePath } from "./engine-paths.ts";
import { SERVICE_ERROR_CODES } from "./service-error.ts";
import { listAppRoutes } from "./site/findings/app-routes.ts";

const { content, readers, pages, files, endpoints, refusals } = ENGINE_ROUTES;

test("the lists name every route of the engine in app, and nothing else", async () => {
  const routes = (await listAppRoutes()).filter(({ file }) => !isForkPath(`app/${file}`));
  // A rewrite in next.config.mjs, and one of the proxy.
  const inApp = [...content, ...readers, ...pages, ...files, ...endpoints, ...refusals].filter(
    (route) => route !== "/favicon.ico" && route !== "/robots.txt",
  );
  expect(routes.map(({ pattern }) => pattern).sort()).toEqual([...inApp].sort());
});

test("a handler is a file, an endpoint or a refusal, and a page is none of them", async () => {
  const routes = (await listAppRoutes()).filter(({ file }) => !isForkPath(`app/${file}`));
  const handlers: readonly string[] = [...files, ...endpoints, ...refusals];
  for (const { pattern, handler } of routes) expect([pattern, handlers.includes(pattern)]).toEqual([pattern, handler]);
});

test.each([
  ["/errors", "page"],
  ["/insights/thread", "page"],
  ["/robots.txt", "file"],
  ["/favicon.ico", "file"],
  ["/mcp", "endpoint"],
  ["/v1/health", "endpoint"],
  ["/v1/assistant/docs/threads/th_1", "endpoint"],
  ["/api/card/docs/quickstart", "endpoint"],
  ["/mcp/server-card", "document"],
  ["/.well-known/skills/index.json", "document"],
  ["/.well-known/agent-skills/docent-docs/SKILL.md", "document"],
  ["/errors/nowhere", undefined],
  ["/v1/nowhere", undefined],
  ["/api/docs/quickstart", undefined],
  ["/mcp/other", undefined],
  ["/.well-known/security.txt", undefined],
  ["/docs/v1/health", undefined],
  ["/", undefined],
])("the engine's answer at %s is a %s", (path, kind) => expect(findEngineAnswer(path)).toBe(kind));

test("every error code has a page", () => {
  for (const code of SERVICE_ERROR_CODES) expect(findEngineAnswer(`/errors/${code}`)).toBe("page");
});

test.each(["/errors/x", "/insights", "/mcp/x", "/v1", "/v2/x", "/api/x", "/.well-known/x", "/_next/docs/x", "/robots.txt"])(
  "content and redirects cannot have %s",
  (path) => expect(isEnginePath(path)).toBe(true),
);

test.each(["/", "/docs/errors", "/mcp-servers", "/v10", "/es/api", "/api-reference"])("content may have %s", (path) =>
  expect(isEnginePath(path)).toBe(false),
);
