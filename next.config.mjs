import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { PHASE_PRODUCTION_BUILD } from "next/constants.js";
import { readSettings } from "./lib/config/config.ts";

/** @returns {Promise<import("next").NextConfig>} */
export default async function nextConfig(phase) {
  // Next reports what is built and how; a site that asks nothing of the network does so here, too.
  process.env.NEXT_TELEMETRY_DISABLED ??= "1";
  const { config } = readSettingsOrExit();
  // `next typegen` asks for the settings of a build, and builds nothing.
  const isBuild = phase === PHASE_PRODUCTION_BUILD && process.argv[2] !== "typegen";
  return {
    poweredByHeader: false,
    // A folder that runs without the sources and node_modules, for images.
    output: process.env.DOCENT_STANDALONE ? "standalone" : undefined,
    basePath: config.basePath,
    // What only tests and commands hold does not decide a deployment.
    ...(phase === PHASE_PRODUCTION_BUILD && { typescript: { tsconfigPath: "scripts/tsconfig.build.json" } }),
    // The manual runs beside the site that is worked on (scripts/manual.ts), and each `next dev` locks its folder.
    ...(process.env.DOCENT_MANUAL && { distDir: ".next/manual", typescript: { tsconfigPath: ".docent/manual/tsconfig.json" } }),
    env: { MERMAID_VERSION: readMermaidVersion(), ...(isBuild && { DOCENT_BUILT_FROM: await prepareBuild() }) },
    // isrFlushToDisk: refreshed pages stay in memory, so a read-only disk does and nothing grows.
    // turbopackSourceMaps: Node does not read them unless asked to, and writing them is a tenth of the compilation.
    // proxyClientMaxBodySize: the router keeps the body of each request that the proxy is asked about, ten megabytes unless told.
    // cpus: pages are rendered when nothing else is done, so on every core and not on all but one.
    experimental: {
      cpus: os.availableParallelism(),
      globalNotFound: true,
      isrFlushToDisk: false,
      proxyClientMaxBodySize: "1mb",
      turbopackSourceMaps: phase !== PHASE_PRODUCTION_BUILD,
    },
    // An open page waits for changes for as long as it is open; what that says in the terminal tells nobody anything.
    logging: { incomingRequests: { ignore: [/\/api\/internal\/changes$/] } },
    // The proxy sees the host that the server listens on (ownUrl in proxy.ts). Vercel's routes are made for the other way.
    skipProxyUrlNormalize: !process.env.VERCEL,
    // How long a shared cache in front may show a page that it could not renew.
    expireTime: 60,
    serverExternalPackages: [...SERVER_PACKAGES, ...(process.env.VERCEL ? [] : LARGE_PACKAGES)],
    // Pages are read at run time, where the bundler's trace does not see them.
    outputFileTracingIncludes: { "/**": tracedFiles(config), "/api/card/**": CARD_RENDERER, "/api/mermaid/**": MERMAID },
    // Nothing of the engine asks for pictures in other sizes, and each costs the CPU.
    images: { unoptimized: !config.images.optimize },
    // Hidden files of a content folder are no content.
    outputFileTracingExcludes: {
      "/**": config.projects.flatMap(({ content }) => [`./${content}/**/.*`, `./${content}/**/.*/**`]),
    },
    // Browsers ask for it at addresses that are no page, such as the API's JSON. A favicon.ico in app or public wins.
    rewrites: () => [{ source: "/favicon.ico", destination: config.favicon ?? "/api/icon" }],
    headers: async () => [{ source: "/:path*", headers: securityHeaders }, ...(isBuild ? [await policyOfBuild(config)] : [])],
  };
}

function readSettingsOrExit() {
  try {
    return readSettings(process.env);
  } catch (cause) {
    // The message is a list for the person at the terminal; a stack trace would bury it.
    process.stderr.write(`\n${cause.message}\n\n`);
    process.exit(1);
  }
}

/**
 * Checks all content and writes down what this build is made from; a broken page stops the build with file and line.
 * A process of its own, so that what it takes in memory is free again when the bundler needs it.
 */
async function prepareBuild() {
  // The bundler's worker processes read this file again; they inherit what the first reading found.
  if (process.env.DOCENT_BUILT_FROM) return process.env.DOCENT_BUILT_FROM;
  const { status } = spawnSync(process.execPath, ["scripts/snapshot.ts"], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
  const { fingerprint } = await import("./lib/site/served/revalidate.ts");
  process.env.DOCENT_BUILT_FROM = await fingerprint();
  return process.env.DOCENT_BUILT_FROM;
}

/**
 * The policy of pages for what the proxy does not see, from the settings of the build. It replaces what a handler says itself, so
 * endpoints are left out; of `/api/mermaid` the router itself refuses what is none of its files, with a page.
 */
async function policyOfBuild(config) {
  const { contentSecurityPolicy } = await import("./lib/site/served/content-security.ts");
  const { currentSite } = await import("./lib/site/served/current.ts");
  const [{ domain }] = config.projects;
  const value = contentSecurityPolicy({ config, site: await currentSite(domain), development: false });
  const base = config.basePath && `${config.basePath.slice(1)}/`;
  return {
    basePath: false,
    source: `/((?!${base}(?:api/(?!mermaid/)|v1/|v2/|mcp$|_next/static/)).*)`,
    headers: [{ key: "Content-Security-Policy", value }],
  };
}

function tracedFiles({ projects }) {
  const local = projects.flatMap(({ content, apiDescription, apiDescriptions }) => [
    `./${content}/**/*`,
    ...[apiDescription, ...Object.values(apiDescriptions)].filter(isFile).flatMap((file) => [file, ...partsOf(file)]),
  ]);
  // The configuration file that the build was made with; it is read again at each start.
  const { DOCENT_CONFIG: configFile } = process.env;
  if (configFile) local.push(configFile);
  return [...local, "./.snapshot/**/*", "./lib/search/data/**/*", ...QUICKJS];
}

/**
 * Loaded as they are: what must not be bundled, and the packages of all icons, which took a third of a first page.
 * @apidevtools/json-schema-ref-parser is none of them: swagger-parser requires it, and Node fails when it is imported meanwhile.
 */
const SERVER_PACKAGES = ["@apidevtools/swagger-parser", "@fortawesome/free-brands-svg-icons", "lucide", "pg", "shiki"];
/**
 * Left as they are where one process serves: a build takes a fifth less of the CPU, and the first page in development is
 * there in 28 seconds instead of 48. Vercel has them bundled: a function that reads their many files begins a tenth to a fifth
 * later, and functions begin often.
 */
const LARGE_PACKAGES = [
  ...["@ai-sdk/openai", "@modelcontextprotocol/server", "@shikijs/rehype", "acorn", "ai"],
  ...["ipaddr.js", "jose", "katex", "kysely", "lru-cache", "mdast-util-to-markdown", "openapi-sampler", "remark-gfm"],
  ...["remark-mdx", "remark-parse", "remark-rehype", "unified", "yaml", "zod"],
];

/** The engine that code of pages runs in is read as a file. */
const QUICKJS = ["package.json", "quickjs.wasm"].map((file) => `./node_modules/quickjs-wasi/${file}`);

/** A change around pages makes every page anew, and these files with them. Named one by one: the tracer's patterns cannot leave files out. */
const MERMAID = globSync(["package.json", "dist/mermaid.esm.min.mjs", "dist/chunks/mermaid.esm.min/*.mjs"], {
  cwd: "node_modules/mermaid",
})
  .filter((file) => !/\/elk-/.test(file))
  .map((file) => `./node_modules/mermaid/${file}`);

/** Returns the version of Mermaid; empty where a site has taken the package out. */
function readMermaidVersion() {
  return MERMAID.length > 0 ? JSON.parse(readFileSync("node_modules/mermaid/package.json", "utf8")).version : "";
}

/** Cards are rendered by a thread that runs this file as it is. */
const CARD_RENDERER = [
  "./lib/cards/*.mts",
  ...["og.js", "dist/server/og/image-response.js", "dist/compiled/@vercel/og/**/*"].map((file) => `./node_modules/next/${file}`),
];

/** Files that a description may refer to: those beside it and below, unless it is at the root, where everything is. */
function partsOf(apiDescription) {
  const folder = path.dirname(apiDescription);
  return folder === "." ? [] : [`${folder}/**/*.{json,yaml,yml}`];
}

function isFile(apiDescription) {
  return apiDescription !== undefined && !/^https?:/.test(apiDescription);
}

const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  // A window of another site that a page opens, or that opened it, cannot reach into it.
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
];
