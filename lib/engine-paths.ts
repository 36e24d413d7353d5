import { SERVICE_ERROR_CODES } from "./service-error.ts";

/** Address of the page that `GET /mcp` leads a browser to, without base path. */
export const CONNECT_PATH = "/mcp/connect";

/**
 * Every path that the engine itself answers, without base path and as the router names it: `[x]` is one segment, `[...x]` one
 * or more, `[[...x]]` any number. A test compares these lists with the files of `app`.
 */
export const ENGINE_ROUTES = {
  /** Pages of the content. Which of these paths exist is known to the site alone. */
  content: ["/", "/[lang]/~", "/docs/[[...slug]]", "/[lang]/~/docs/[[...slug]]"],
  /** Pages of signed-in readers, and the page on which they sign in: no address has these paths, and the proxy alone leads there. */
  readers: ["/~/[lang]", "/~/[lang]/docs/[[...slug]]", "/~/[lang]/api-changes", "/~/sign-in"],
  /** Pages that are the same for every content. */
  pages: ["/api-changes", "/embed/[[...language]]", "/errors", "/errors/[code]", "/insights", "/insights/thread", CONNECT_PATH],
  files: ["/embed.js", "/robots.txt", "/sitemap.xml", "/favicon.ico"],
  /** Routes for programs and for the site's own interface; none is a page. */
  endpoints: [
    "/mcp",
    "/v1/assistant/[domain]/feedback",
    "/v1/assistant/[domain]/message",
    "/v1/assistant/[domain]/support",
    "/v1/assistant/[domain]/threads",
    "/v1/assistant/[domain]/threads/[threadId]",
    "/v1/health",
    "/v1/insights/[projectId]/[report]",
    "/v1/openapi.json",
    "/v1/project/update-status/[statusId]",
    "/v1/project/update/[projectId]",
    "/v1/search/[domain]",
    "/v2/assistant/[domain]/message",
    "/v2/assistant/[domain]/message/[chatId]/stream",
    "/api/api-changes",
    "/api/authorized",
    "/api/card/[...path]",
    "/api/content/[...path]",
    "/api/diagram",
    "/api/icon",
    "/api/insights",
    "/api/insights/session",
    "/api/internal/changes",
    "/api/internal/revalidate",
    "/api/mcp/[document]",
    "/api/mermaid/[...file]",
    "/api/metrics",
    "/api/page-feedback",
    "/api/reader/[action]",
    "/api/robots",
    "/api/site-token",
    "/api/skills/[...path]",
    "/api/text/[kind]/[...path]",
    "/api/try",
  ],
  /** Refuse, in the API's own form, what no endpoint below them answers. */
  refusals: ["/v1/[[...path]]", "/v2/[[...path]]"],
  /** Documents that tell clients and registries about the site, each answered by `/api/mcp/[document]` or `/api/skills/[...path]`. */
  documents: [
    "/.well-known/ai-catalog.json",
    "/mcp/server-card",
    "/.well-known/agent-skills/[...path]",
    "/.well-known/skills/[...path]",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** One of the documents that the engine serves outside of its API. */
export type DocumentRoute = (typeof ENGINE_ROUTES.documents)[number];

/** First segments that belong to the engine, whatever content and redirects have below them. */
const ENGINE_SEGMENTS: ReadonlySet<string> = new Set([
  ...[...ENGINE_ROUTES.pages, ...ENGINE_ROUTES.files, ...ENGINE_ROUTES.endpoints, ...ENGINE_ROUTES.documents].map(firstSegment),
  "_next",
]);

/** Returns true for a path, without base path, that belongs to the engine, even where it answers nothing. */
export function isEnginePath(path: string): boolean {
  return ENGINE_SEGMENTS.has(firstSegment(path));
}

/** Returns the kind of answer that the engine itself has at a path, without base path, query and anchor; undefined for none. */
export function findEngineAnswer(path: string): "page" | "file" | "endpoint" | "document" | undefined {
  const has = (patterns: readonly string[]) => patterns.some((pattern) => matchesRoute(pattern, path));
  if (has(ENGINE_ROUTES.pages)) return !path.startsWith("/errors/") || ERROR_PAGES.has(path) ? "page" : undefined;
  if (has(ENGINE_ROUTES.files)) return "file";
  if (has(ENGINE_ROUTES.documents)) return "document";
  return has(ENGINE_ROUTES.endpoints) ? "endpoint" : undefined;
}

/**
 * Returns true for a path of a route such as `/blog/[slug]`; `hasFirst` decides on a first segment that the route leaves
 * open.
 */
export function matchesRoute(
  route: string,
  path: string,
  hasFirst: (name: string, segment: string) => boolean = () => true,
): boolean {
  const names = route.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  for (const [index, name] of names.entries()) {
    if (/^\[\[?\.\.\./.test(name)) return name.startsWith("[[") || given.length > index;
    const segment = given[index];
    if (segment === undefined) return false;
    if (!name.startsWith("[") && name !== segment) return false;
    if (index === 0 && name.startsWith("[") && !hasFirst(name, segment)) return false;
  }
  return given.length === names.length;
}

const ERROR_PAGES: ReadonlySet<string> = new Set(SERVICE_ERROR_CODES.map((code) => `/errors/${code}`));

function firstSegment(path: string): string {
  return path.split("/")[1] ?? "";
}
