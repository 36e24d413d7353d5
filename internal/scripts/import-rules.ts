/** Parts of lib that everything may import: they know nothing of the product. */
export const BASE_PARTS = [
  "config",
  "log",
  "service-error",
  "process-state",
  "breaker",
  "deadline",
  "turns",
  "request-bounds",
  "yaml",
  "decode-text",
  "in-turns",
  "per-object",
  "likeness",
  "long-names",
  "file-issues",
  "finding",
  "replace-file",
  "engine-paths",
  "language-tag",
  "counted",
  "free-port",
];

/**
 * The parts that each part may import, by name: folders and files of lib, `site/index.ts` and `site/ui.tsx` (the fork's entries),
 * and other folders at the root with a slash. Its own files and `BASE_PARTS` are always allowed; all else is refused, so
 * imports run one way.
 */
export const IMPORT_RULES: Readonly<Record<string, readonly string[]>> = {
  "app/": [
    ...["components/", "access", "http", "auth", "limits", "db", "site", "search", "assistant", "updates", "insights", "mcp"],
    ...["metrics", "cards", "navigation", "routing", "content", "openapi", "i18n", "api-description"],
  ],
  "site/": ["components/", "site", "search", "content", "i18n", "site-definition"],
  "components/": [
    "access",
    "site",
    "search",
    "assistant",
    "insights",
    "mcp",
    "navigation",
    "routing",
    "content",
    "openapi",
    "i18n",
    "site/ui.tsx",
    "site-definition",
  ],

  routing: ["mcp", "navigation", "content"],
  mcp: ["http", "auth", "site", "search", "assistant", "insights", "navigation", "content"],
  "api-description": ["http", "search", "assistant", "updates", "insights"],
  access: ["http", "auth", "db"],
  http: ["auth", "limits", "metrics", "db"],
  auth: ["db"],
  limits: ["db"],

  updates: ["site", "search", "content", "openapi", "db"],
  site: ["search", "navigation", "content", "openapi", "db", "import-as-written"],
  assistant: ["search", "content", "metrics", "db", "i18n"],
  insights: ["search", "limits", "db"],
  search: ["content", "metrics"],
  navigation: ["content", "i18n"],
  content: ["openapi", "site/index.ts", "site-definition"],
  openapi: [],

  // What a fork may define; types alone, so that it may name what reads it.
  "site-definition": ["content", "i18n"],
  i18n: ["site/index.ts", "site-definition"],
  cards: [],
  metrics: [],
  db: [],
  config: ["docent.config.ts"],
};

/**
 * Files that a part may not import although it may import their folder: what answers a reader has the reader's site
 * (lib/site/served/reader-site.ts), never the owner's.
 */
export const OWNERS_FILES: Readonly<Record<string, readonly string[]>> = {
  "lib/site/served/current.ts": ["app/", "components/", "site/", "mcp"],
};

/** The only files of internal/import that import lib: they list what the importer uses of files, pages and sites. */
export const IMPORTER_ENTRIES = ["files", "pages", "site"].map((entry) => `internal/import/engine/${entry}.ts`);

/**
 * The rooms of large folders, and the rooms that each may import, from the ground up. Files of the folder itself combine its rooms
 * and may import all; no room imports them.
 */
export const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "lib/content": {
    model: [],
    files: ["model"],
    tree: ["model"],
    components: ["tree", "model"],
    sandbox: ["components", "files", "tree", "model"],
    elements: ["sandbox", "components", "files", "tree", "model"],
    parse: ["elements", "components", "files", "tree", "model"],
    markdown: ["parse", "components", "tree", "model"],
    output: ["markdown", "parse", "elements", "components", "tree", "model"],
    site: ["markdown", "parse", "components", "files", "tree", "model"],
    api: ["site", "parse", "markdown", "tree", "model"],
    "docs-json": ["api", "site", "markdown", "files", "model"],
    readers: ["docs-json", "api", "site", "parse", "files", "tree", "model"],
    check: ["readers", "site", "parse", "components", "files", "tree", "model"],
  },
  "lib/openapi": {
    description: [],
    relay: ["description"],
    document: ["relay", "description"],
    playground: ["document", "description"],
  },
  "lib/assistant": {
    wire: [],
    sources: ["wire"],
    quotes: ["sources", "wire"],
    model: ["quotes", "sources", "wire"],
    threads: ["wire"],
    support: ["threads"],
  },
  "lib/site": {
    stored: [],
    findings: [],
    made: ["findings", "stored"],
    // With `await import()` alone: when a domain is first asked for, and when the store is.
    served: ["made", "findings", "stored"],
  },
  "components/openapi": {
    reference: [],
    samples: [],
    playground: ["samples"],
  },
};
