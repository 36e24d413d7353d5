import { z } from "zod";
import { isEnginePath } from "../engine-paths.ts";

/** The address of a site that was given none, on the port that the server listens on unless PORT is set. */
export const LOCAL_SITE_URL = "http://localhost:3000";

/** Returns true for an address of the machine itself, such as localhost. */
export function isOfThisMachine(siteUrl: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(siteUrl).hostname);
}

const name = z.string().trim().min(1, "must not be empty");
const identifier = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be 1 to 63 lower-case letters, digits or hyphens, such as "acme-docs"');
const languageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag, such as "en" or "pt-BR"');
const versionName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,31}$/, 'must be 1 to 32 lower-case letters, digits, dots, hyphens or underscores, such as "v2"');
const siteUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address without a path, such as "https://docs.example.com"' })
  .transform((url) => url.replace(/\/+$/, ""));
const host = z
  .string()
  .regex(
    /^(\*\.)?[a-z0-9.-]+(:\d+)?$/i,
    'must be a host name without protocol or path, such as "images.example.com" or "*.example.com"',
  );
const scheme = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]*$/, 'must be the name of a scheme without its colon, such as "myapp"')
  .refine((name) => !/^(?:javascript|vbscript|data|blob|file)$/.test(name), "must not be a scheme that runs something in a page");
const wholeFrom1 = z.int().min(1, "must be a whole number of 1 or more");
const count = (fallback: number) => wholeFrom1.default(fallback);
/** The most of something in a window. The store keeps counts as 32-bit integers. */
const quota = (fallback: number) => wholeFrom1.max(1_000_000_000, "must be at most 1000000000").default(fallback);

const Language = z.strictObject({ id: languageTag, label: name });
const Version = z.strictObject({
  id: versionName,
  label: name,
  /** Shown on pages of this version; a version that is not the default gets a banner even without one. */
  note: z.string().optional(),
});

const Project = z
  .strictObject({
    /** Names the project in `/v1/project/update/{projectId}`. */
    id: identifier,
    /** Names the site in `/v1/search/{domain}` and `/v1/assistant/{domain}/…`. */
    domain: identifier,
    name,
    description: z.string().default(""),
    /** Public address, used for every absolute URL that the service hands out. */
    siteUrl: siteUrl.default(LOCAL_SITE_URL),
    /** Folder of the pages, relative to the project root. */
    content: name.default("content"),
    /** Folders with code of which fences show parts by `file="../examples/pay.ts#region"`, relative to the project root or to `content`. */
    code: z.array(name).max(20).default([]),
    /** Files and folders of `content` that are left out, as .gitignore names them, such as `v1.*`. */
    exclude: z.array(name).max(1_000).default([]),
    /** OpenAPI 3.0 or 3.1, JSON or YAML: a file relative to the project root, or an https address. */
    apiDescription: name.optional(),
    /** Further descriptions, each with a name that is part of the addresses of its pages. */
    apiDescriptions: z.record(identifier, name).default({}),
    languages: z
      .array(Language)
      .min(1, "must name at least one language, or be left out")
      .default([{ id: "en", label: "English" }]),
    versions: z.array(Version).default([]),
    defaultLanguage: languageTag.optional(),
    defaultVersion: versionName.optional(),
    /** The place of the pages: below /docs, or at the root of the site. */
    pagesAt: z.enum(["docs", "root"], 'must be "docs" or "root"').default("docs"),
    /** Says above a translation that the page in the default language is newer, on the page and in its Markdown. */
    outdatedNote: z.boolean().default(false),
    /** Address of the folder that holds the content, to which a page's file path is appended for its edit link. */
    editUrl: z.url({ error: 'must be an address such as "https://github.com/acme/docs/edit/main/content"' }).optional(),
  })
  .superRefine((project, context) => {
    const unknown = (field: "defaultLanguage" | "defaultVersion", known: readonly { id: string }[]) => {
      const value = project[field];
      if (value === undefined || known.some(({ id }) => id === value)) return;
      const names = known.map(({ id }) => id).join(", ") || "none";
      context.addIssue({ code: "custom", path: [field], message: `"${value}" is not declared; declared are: ${names}` });
    };
    unknown("defaultLanguage", project.languages);
    unknown("defaultVersion", project.versions);
    for (const [index, { id }] of project.versions.entries()) {
      if (project.pagesAt !== "root" || id === (project.defaultVersion ?? project.versions[0]?.id)) continue;
      if (isEnginePath(`/${id}`))
        context.addIssue({
          code: "custom",
          path: ["versions", index, "id"],
          message: `"${id}" is an address of the service; with pagesAt: "root", name the version otherwise, such as "1.x"`,
        });
    }
  })
  .transform((project) => ({
    ...project,
    defaultLanguage: project.defaultLanguage ?? project.languages[0]?.id ?? "en",
    defaultVersion: project.defaultVersion ?? project.versions[0]?.id ?? null,
    /** `folders`: language and version are parts of an address. `paths`: an address is the path in the repository, as with docs.json. */
    addresses: "folders" as "folders" | "paths",
    /** True when DOCENT_CONTENT_DIR names another folder than the project's own: settings about that one do not fit this one. */
    isReplaced: false,
    /** False while no public address is configured: `siteUrl` is then one of this machine. */
    isAddressKnown: !isOfThisMachine(project.siteUrl),
  }));

/** The same in every language, or one for each: a language that is not named gets that of the default language, or the first one. */
const inLanguages = (value: typeof name) =>
  z.union(
    [value, z.record(languageTag, value).refine((texts) => Object.keys(texts).length > 0)],
    'must be a text, or one for each language, such as { en: "Pricing", de: "Preise" }',
  );

const Link = z.strictObject({ text: inLanguages(name), url: inLanguages(name) });

/** `:name` takes one segment of a path, `:name*` any rest. */
const WILDCARDS = /:([A-Za-z_]\w*)\*?/g;
const Redirect = z
  .strictObject({
    from: z
      .string()
      .startsWith("/", 'must start with /, such as "/old-page"')
      .refine(
        (from) => !/[*?]|:\0[+(]/.test(from.replace(WILDCARDS, ":\0")),
        'may hold ":name" for one part of a path and ":name*" for any rest, such as "/blog/:slug" or "/old/:path*", and no other pattern',
      )
      .refine((from) => (from.match(WILDCARDS) ?? []).length <= 2, "may hold at most two of :name and :name*"),
    // A target that begins with a wildcard, or whose host does, would lead wherever a caller's path says.
    to: z
      .string()
      .regex(
        /^(?:\/|https?:\/\/[^/?#:*]+(?::\d+)?(?:[/?#]|$))/,
        'must start with / or with a whole host, such as "/docs/:path*" or "https://new.example/:path*"',
      ),
    permanent: z.boolean().default(true),
  })
  .superRefine(({ from, to }, context) => {
    const given = namesIn(from);
    const unknown = namesIn(to.replace(/^https?:\/\/[^/]*/, "")).find((name) => !given.includes(name));
    if (unknown !== undefined)
      context.addIssue({ code: "custom", path: ["to"], message: `uses :${unknown}, which is not in from` });
  });

function namesIn(pattern: string): string[] {
  return [...pattern.matchAll(WILDCARDS)].map(([, name]) => name as string);
}

const Theme = z.strictObject({
  /** Colour of links and buttons in light and dark mode, each as #rrggbb. */
  accent: z
    .strictObject({
      light: z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#4338ca"'),
      dark: z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#a5b4fc"'),
    })
    .default({ light: "#0f5f4c", dark: "#7ddcbf" }),
  colorScheme: z.enum(["system", "light", "dark"]).default("system"),
  /** Names of Shiki's themes, from which code takes its colours. */
  code: z.strictObject({ light: name, dark: name }).optional(),
});

const publicFile = z.string().regex(/^\/(?!\/)[^?#\\]+$/, 'must be the path of a file in the public folder, such as "/logo.svg"');

const Logo = z
  .strictObject({
    light: publicFile,
    /** For dark mode; without it, the one for light. */
    dark: publicFile.optional(),
    /** `false` where the picture holds the name already. */
    showName: z.boolean().default(true),
  })
  .transform((logo) => ({ ...logo, dark: logo.dark ?? logo.light }));

const Script = z
  .strictObject({
    /** An https address, or a file in the public folder. */
    src: z
      .union([z.url({ protocol: /^https$/ }), publicFile], 'must be an https address or a path such as "/script.js"')
      .optional(),
    /** Text of a script that runs before the one of `src`. */
    inline: z.string().min(1).optional(),
    /** Attributes of the element, such as `data-domain`. Without `defer`, the script is `async`. */
    attributes: z
      .record(z.string(), z.union([z.string(), z.boolean()]))
      .refine(
        (attributes) => Object.keys(attributes).every((name) => /^(?!on)[a-z][a-z0-9-]*$/.test(name)),
        'must have names of attributes in lower case, such as "data-domain", and no event handlers',
      )
      .default({}),
    /** Waits until the page calls `docent.consent` with this name, such as `analytics`. Without it, the script runs at once. */
    consent: identifier.optional(),
    /** Hosts that the script sends to or loads from, besides the host of `src`. */
    hosts: z.array(host).default([]),
  })
  .refine(({ src, inline }) => src !== undefined || inline !== undefined, "must have src or inline");

const Limits = z.strictObject({
  messagesPerKeyPerMonth: quota(10_000),
  requestsPerOrganisationPerHour: quota(10_000),
  requestsPerAddressPerDay: quota(10_000),
  siteMessagesPerAddressPerHour: quota(60),
  siteMessagesPerProjectPerHour: quota(5_000),
  siteSearchesPerAddressPerMinute: quota(600),
  openAnswersPerAddress: quota(20),
  openAnswersPerKey: quota(200),
  cardsPerAddressPerMinute: quota(120),
  textsPerAddressPerMinute: quota(120),
  mcpCallsPerAddressPerMinute: quota(120),
  pageFeedbackPerAddressPerMinute: quota(120),
  beaconsPerAddressPerMinute: quota(120),
  signInsPerAddressPerMinute: quota(10),
  triesPerAddressPerMinute: quota(30),
  supportRequestsPerAddressPerHour: quota(10),
  supportRequestsPerProjectPerHour: quota(200),
  updatesPerProjectPerHour: quota(60),
  /** Sites of readers of different groups, besides the one of everybody, that a process keeps of a project. */
  readerSites: z.int().min(1, "must be 1 or more").max(1_000, "must be at most 1000").default(16),
});

const Logs = z.strictObject({
  /** One line for each request to the API. */
  requests: z.boolean().default(true),
  /** Also what was asked: search texts and questions. They may hold personal data. */
  questions: z.boolean().default(false),
});

const Search = z.strictObject({
  /** Time that a search waits for a configured embedding provider before it continues without. */
  providerTimeoutMs: count(1_500),
});

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;
}

const Assistant = z.strictObject({
  /** `false` removes the button, the panel and its code from the pages; the endpoints answer 404. */
  enabled: z.boolean().default(true),
  /** Questions offered in an empty panel, by language. */
  starterQuestions: z.record(languageTag, z.array(name).max(6)).default({}),
  /** Instructions for a language model beside the engine's rules, such as the tone or the names of products. */
  instructions: name.max(4_000, "must be at most 4000 characters").optional(),
  /** An https address or an email address that is offered where the docs do not answer. */
  support: z
    .union(
      [z.url({ protocol: /^https$/ }), z.email()],
      'must be an address such as "https://acme.com/support" or "help@acme.com"',
    )
    .optional(),
  /** The widget for other pages of the owner: `/embed.js`, and the panel in a frame. */
  embed: z
    .strictObject({
      /** Origins that may show the panel, such as `https://app.acme.com`. Without any, there is no widget. */
      origins: z
        .array(z.string().refine(isOrigin, 'must be an origin such as "https://app.acme.com"; leave out the path'))
        .max(50, "must hold at most 50 origins")
        .default([]),
    })
    .prefault({}),
  /** Threads untouched for longer are deleted. */
  retentionDays: count(90),
  /** Bounds of one answer of a configured model. */
  model: z
    .strictObject({
      /** Time until the first word, thought or tool call; after it, quotes answer. */
      firstChunkSeconds: z.int().min(1, "must be 1 or more").max(600, "must be at most 600").default(60),
      /** Time between two pieces of an answer; a thought is one. */
      silenceSeconds: z.int().min(1, "must be 1 or more").max(600, "must be at most 600").default(60),
      /** Time of a whole answer. On Vercel at most 290, so that an answer can end before its function does. */
      totalSeconds: z.int().min(1, "must be 1 or more").max(3_600, "must be at most 3600").default(300),
      /** Tokens of each call; the thoughts of a reasoning model count too. */
      maxOutputTokens: z.int().min(1, "must be 1 or more").max(1_000_000, "must be at most 1000000").default(4_000),
    })
    .prefault({}),
});

const Mcp = z.strictObject({
  /** `false` makes `/mcp` and its discovery documents answer 404. */
  enabled: z.boolean().default(true),
  /** Name of the server in clients. Default: the project's name. */
  name: name.max(100, "must be at most 100 characters").optional(),
  /** Text that clients give their model. Default: the description of the project, and how to use the tools. */
  instructions: name.max(4_000, "must be at most 4000 characters").optional(),
  /** `"key"`: only callers with an assistant key, as for a site behind a login. */
  access: z.enum(["everyone", "key"], 'must be "everyone" or "key"').default("everyone"),
});

const Insights = z.strictObject({
  /** `false`: nothing is recorded, and `/insights` says so. */
  enabled: z.boolean().default(true),
  /** `false` keeps sums alone: no searches, questions, comments and missing addresses. */
  texts: z.boolean().default(true),
  /** Days until texts are deleted; sums per day after `sumsRetentionDays`. */
  retentionDays: z.int().min(1, "must be 1 or more").max(3_650, "must be at most 3650").default(90),
  sumsRetentionDays: z.int().min(1, "must be 1 or more").max(3_650, "must be at most 3650").default(400),
});

const Feedback = z.strictObject({
  /** `false` removes "Was this page helpful?" from the pages; its endpoint answers 404. */
  enabled: z.boolean().default(true),
});

const ALL_OFF = {
  ...{ copyPage: false, markdown: false, chatgpt: false, claude: false },
  ...{ perplexity: false, copyMcp: false, cursor: false, vscode: false },
};

/** Each `false` takes an entry out of the menu below a page's title. */
const PageMenu = z
  .strictObject({
    /** `false` takes out all of them. */
    enabled: z.boolean().default(true),
    copyPage: z.boolean().default(true),
    markdown: z.boolean().default(true),
    chatgpt: z.boolean().default(true),
    claude: z.boolean().default(true),
    perplexity: z.boolean().default(true),
    copyMcp: z.boolean().default(true),
    cursor: z.boolean().default(true),
    vscode: z.boolean().default(true),
  })
  .transform((menu) => (menu.enabled ? menu : { ...menu, ...ALL_OFF }));

const publicKey = z.string().trim().min(1, "must not be empty").max(2_000);

const Playground = z.strictObject({
  /** `false`: requests of "Try it" never go through the site, and its endpoint answers 404. */
  proxy: z.boolean().default(true),
  /** Credentials for demonstrations, which everyone may know: they fill "Try it" on every page, marked as such. */
  auth: z
    .strictObject({
      /** A token that is sent as `Authorization: Bearer …`. */
      bearer: publicKey.optional(),
      /** A user and a password with a colon between them. */
      basic: publicKey.regex(/:/, "must be user:password").optional(),
      apiKey: publicKey.optional(),
    })
    .default({}),
});

const Updates = z.strictObject({
  /** Hosts from which an API description, or a $ref in it, may be fetched. */
  allowHosts: z.array(host).default([]),
  /** Also allow http and private addresses of those hosts: for tests and closed networks only. */
  allowInsecure: z.boolean().default(false),
});

const group = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,62}$/, 'must be a name of letters, digits, ".", "_" and "-", such as "beta"');
const header = z.string().regex(/^[A-Za-z][\w-]{0,99}$/, 'must be the name of a header, such as "x-forwarded-groups"');

/** The readers of the site: the groups that content may name, and the ways to sign in. */
export const Access = z
  .strictObject({
    /** `"signed-in"`: only pages with `public: true` are open to readers who are not signed in. */
    readers: z.enum(["everyone", "signed-in"], 'must be "everyone" or "signed-in"').default("everyone"),
    /** The groups that `groups` of content may name, each with further names that the provider or proxy has for it. */
    groups: z.record(group, z.array(z.string().min(1).max(300)).max(100)).default({}),
    signIn: z.strictObject({
      /** One password for all readers, from READERS_PASSWORD; who knows it is in these groups. */
      password: z.strictObject({ groups: z.array(group).default([]) }).optional(),
      /** An OpenID Connect provider, from OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET; everyone whom it lets in is signed in. */
      oidc: z
        .strictObject({
          /** The provider's name on the button; the organisation's without it. */
          name: z.string().trim().min(1, "must not be empty").max(60).optional(),
          /** Scopes to ask for; without it `openid`, and `groups` where the provider has that. */
          scope: z
            .string()
            .max(500)
            .regex(/(?:^| )openid(?: |$)/, 'must contain openid, such as "openid groups"')
            .optional(),
          /** The claim of the ID token, or of the user info, that lists the names of a reader's groups. */
          claim: z.string().min(1, "must not be empty").max(300).default("groups"),
        })
        .optional(),
      /** Headers of a proxy that signs readers in. They count only from the listed addresses. */
      proxy: z
        .strictObject({
          user: header.default("x-forwarded-user"),
          groups: header.default("x-forwarded-groups"),
          from: z.array(z.string().min(1)).min(1, "must list the addresses of the proxy, such as 10.0.0.0/8"),
        })
        .optional(),
    }),
    /** Hours until a reader signs in again. */
    hours: z.number().min(0.1, "must be at least 0.1").max(720, "must be at most 720").default(12),
  })
  .superRefine(({ groups, signIn }, context) => {
    for (const name of signIn.password?.groups ?? [])
      if (!Object.hasOwn(groups, name))
        context.addIssue({
          code: "custom",
          path: ["signIn", "password", "groups"],
          message: `"${name}" is no group of access.groups; add it there`,
        });
    if (!signIn.password && !signIn.oidc && !signIn.proxy)
      context.addIssue({ code: "custom", path: ["signIn"], message: "needs a way to sign in: password, oidc or proxy" });
  });
export type Access = z.infer<typeof Access>;

/** Shape of `docent.config.ts`, and of the JSON file that DOCENT_CONFIG may name. */
export const ConfigFile = z
  .strictObject({
    organisation: z.strictObject({ id: identifier, name }),
    projects: z.array(Project).min(1, "must declare at least one project"),
    navigation: z.strictObject({ links: z.array(Link).default([]), repository: z.url().optional() }).prefault({}),
    /** `llmsTxt: false` removes the link to llms.txt; the file stays. */
    footer: z.strictObject({ links: z.array(Link).default([]), llmsTxt: z.boolean().default(true) }).prefault({}),
    /** Tags for the head of every page by name, such as the proof of who owns the site. */
    metatags: z
      .record(
        z.string().regex(/^[A-Za-z][\w:.-]{0,99}$/, 'must be the name of a tag, such as "google-site-verification"'),
        z.string(),
      )
      .superRefine((tags, context) => {
        for (const name of Object.keys(tags))
          if (isWrittenTag(name))
            context.addIssue({ code: "custom", path: [name], message: "is set by each page itself; leave it out" });
      })
      .default({}),
    theme: Theme.prefault({}),
    /** Shown in the header, on cards of links and in print. Without it, the name is alone. */
    logo: Logo.optional(),
    /** Without it, a letter on the accent colour. */
    favicon: publicFile.optional(),
    /** Scripts that every page loads, such as analytics. */
    scripts: z.array(Script).default([]),
    /** CustomEvents `docent` of the window, for the owner's own code. */
    events: z
      .strictObject({
        /** Puts what readers search and ask into them. */
        texts: z.boolean().default(false),
      })
      .prefault({}),
    redirects: z.array(Redirect).default([]),
    /** Path under which the whole site is served, such as "/handbook"; fixed at build. */
    basePath: z
      .string()
      .regex(/^(\/[a-z0-9._-]+)*$/i, 'must be empty or start with / and not end with it, such as "/handbook"')
      .default(""),
    /**
     * `allow`: the hosts, besides the site's own, from which pages may show images, films and sounds; any https host without it, none
     * with `[]`. `optimize: true` lets `next/image` in your own pages ask the server for smaller
     * pictures at `/_next/image`, where every request costs CPU time. It is fixed at build.
     */
    images: z.strictObject({ allow: z.array(host).optional(), optimize: z.boolean().default(false) }).prefault({}),
    /** `allow`: the hosts from which pages may embed frames; any https host without it, none but the site with `[]`. */
    embeds: z.strictObject({ allow: z.array(host).optional() }).prefault({}),
    /**
     * `schemes`: more schemes that links of pages may have, such as `["myapp"]`. http, https, mailto, tel and those of well-known programs,
     * such as vscode and slack, need no entry.
     */
    links: z.strictObject({ schemes: z.array(scheme).default([]) }).prefault({}),
    /**
     * Wishes to AI companies, written into robots.txt as Content-Signal and, where one is `false`, as rules for their known crawlers.
     * `train`: models may be trained on pages. `answer`: pages may be read to answer somebody. Without one, nothing is said of it.
     */
    robots: z
      .strictObject({ ai: z.strictObject({ train: z.boolean().optional(), answer: z.boolean().optional() }).prefault({}) })
      .prefault({}),
    limits: Limits.prefault({}),
    logs: Logs.prefault({}),
    search: Search.prefault({}),
    assistant: Assistant.prefault({}),
    mcp: Mcp.prefault({}),
    insights: Insights.prefault({}),
    pageFeedback: Feedback.prefault({}),
    pageMenu: PageMenu.prefault({}),
    playground: Playground.prefault({}),
    updates: Updates.prefault({}),
    /** `false` publishes pages that name groups of readers; without it they are errors, since everyone would read them. */
    access: z.union([z.literal(false), Access], "must be the settings of who reads, false, or left out").optional(),
  })
  .superRefine((config, context) => {
    for (const field of ["id", "domain"] as const) {
      const seen = new Set<string>();
      config.projects.forEach((project, index) => {
        if (seen.has(project[field]))
          context.addIssue({
            code: "custom",
            path: ["projects", index, field],
            message: `"${project[field]}" is used by an earlier project; choose another`,
          });
        seen.add(project[field]);
      });
    }
  });

/** A config file: everything with a default may be left out. */
export type DocentConfig = z.input<typeof ConfigFile>;
/** The checked configuration, with every default filled in. */
export type Config = z.infer<typeof ConfigFile>;
/** One documentation site with its content, versions and languages. */
export type Project = Config["projects"][number];

/** Returns true for the name of a tag in the head that every page writes itself. */
export function isWrittenTag(name: string): boolean {
  return /^(?:canonical|robots|description|viewport|charset|theme-color|og:|twitter:card$)/i.test(name);
}
