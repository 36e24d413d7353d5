import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { PHASE_PRODUCTION_BUILD } from "next/constants.js";
import { toBuiltWith } from "./lib/config/built-with.ts";
import { readRawConfig, readSettings } from "./lib/config/config.ts";
import { readDrawnNames } from "./lib/content/components/drawn-names.ts";
import { countWorkers } from "./scripts/build-machine.ts";

/** @returns {Promise<import("next").NextConfig>} */
export default async function nextConfig(phase) {
  // Turns off Next's telemetry: a site sends nothing over the network by itself.
  process.env.NEXT_TELEMETRY_DISABLED ??= "1";
  const settings = readSettingsOrExit();
  const { config } = settings;
  // `next typegen` loads the settings of a build but builds nothing.
  const isBuild = phase === PHASE_PRODUCTION_BUILD && process.argv[2] !== "typegen";
  const build = isBuild ? await prepareBuild() : undefined;
  return {
    poweredByHeader: false,
    // For container images: a folder that runs without the sources and node_modules.
    output: process.env.DOCENT_STANDALONE ? "standalone" : undefined,
    basePath: config.basePath,
    // prepareBuild() has checked them.
    ...(isBuild && { typescript: { ignoreBuildErrors: true } }),
    // The manual runs beside the site in development (scripts/manual.ts), and each `next dev` locks its folder.
    ...(process.env.DOCENT_MANUAL && { distDir: ".next/manual", typescript: { tsconfigPath: ".docent/manual/tsconfig.json" } }),
    env: {
      MERMAID_VERSION: readMermaidVersion(),
      // What runs elsewhere has no source to read them from.
      ...(build && { DOCENT_BUILT_FROM: build.builtFrom, DOCENT_DRAWN_NAMES: readDrawnNames().join(" ") }),
      ...(isBuild && process.env.VERCEL && { DOCENT_BUILT_WITH: listBuiltWith(settings) }),
    },
    // isrFlushToDisk: refreshed pages stay in memory, so a read-only disk is enough and no folder grows.
    // turbopackFileSystemCacheForBuild: writing it takes a fifth of the time and 0.3 GB, and the next build takes a third with it. Most
    // folders are built once (CI, images, a first try), so the second build in a folder writes it.
    // turbopackSourceMaps: Node reads them only when told to, and writing them takes a tenth of the compilation.
    // proxyClientMaxBodySize: the router buffers the body of each request that reaches the proxy, up to 10 MB by default.
    // cpus: nothing else runs while pages are rendered, so every core is used and not all but one, as far as memory goes.
    experimental: {
      cpus: countWorkers({ cores: os.availableParallelism(), megabytes: readMemory() / 1e6, pages: build?.pages ?? 0 }),
      globalNotFound: true,
      isrFlushToDisk: false,
      proxyClientMaxBodySize: "1mb",
      turbopackFileSystemCacheForBuild: build?.keepsCache,
      turbopackSourceMaps: phase !== PHASE_PRODUCTION_BUILD,
    },
    // Every open page keeps one request for changes open. Its log lines would be noise.
    logging: { incomingRequests: { ignore: [/\/api\/internal\/changes$/] } },
    // The proxy gets the URL as it was requested (ownUrl in app/route-request.ts). Vercel's routes need it normalized.
    skipProxyUrlNormalize: !process.env.VERCEL,
    // How long a shared cache in front may show a page that it could not renew.
    expireTime: 60,
    serverExternalPackages: [...SERVER_PACKAGES, ...(process.env.VERCEL ? [] : LARGE_PACKAGES)],
    // Pages are read at run time, where the bundler's trace does not see them.
    outputFileTracingIncludes: {
      "/**": tracedFiles(config),
      "/api/card/**": CARD_RENDERER,
      "/api/robots": ["./public/robots.txt"],
      "/api/mermaid/**": MERMAID,
    },
    // The engine requests no resized pictures, and resizing takes CPU.
    images: { unoptimized: !config.images.optimize },
    // Hidden files in a content folder are not content, but for .well-known.
    outputFileTracingExcludes: {
      "/**": config.projects.flatMap(({ content }) => [`./${content}/**/.!(well-known)`, `./${content}/**/.!(well-known)/**`]),
    },
    // Browsers request it for URLs that are not pages, such as the API's JSON. A favicon.ico in app or public wins.
    rewrites: () => [{ source: "/favicon.ico", destination: config.favicon ?? "/api/icon" }],
    headers: () => [{ source: "/:path*", headers: securityHeaders }, ...(build ? [policyOfBuild(config, build.policy)] : [])],
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
 * Checks all content and types, records the input of this build, and returns what scripts/describe-build.ts says of it. A broken page
 * or type stops the build with file and line. It runs in separate processes, so that their memory is free when the bundler needs it,
 * and both checks at once, since each keeps one core busy.
 */
async function prepareBuild() {
  // The bundler's worker processes read this file again; they inherit what the first reading found.
  if (!process.env.DOCENT_BUILD) {
    // Asked first: the check of types keeps its own there.
    const keepsCache = existsSync(".next/cache");
    await Promise.all([runScript(["scripts/snapshot.ts"], "inherit"), runScript(["scripts/types.ts", "--build"], "inherit")]);
    const described = (await runScript(["scripts/describe-build.ts"], "pipe")).trim().split("\n").at(-1);
    process.env.DOCENT_BUILD = JSON.stringify({ ...JSON.parse(described), keepsCache });
  }
  return JSON.parse(process.env.DOCENT_BUILD);
}

/** Runs a script of this project, and resolves to what it printed; ends the build where it fails. */
async function runScript(args, output) {
  // The packages' programs, also where no `npm run` has named them.
  const PATH = [path.resolve("node_modules/.bin"), process.env.PATH].join(path.delimiter);
  const child = spawn(process.execPath, args, { stdio: ["inherit", output, "inherit"], env: { ...process.env, PATH } });
  // The other check ends too, and prints nothing below what stopped the build.
  process.once("exit", () => child.kill());
  let printed = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => (printed += text));
  const [status] = await once(child, "close");
  if (status !== 0) process.exit(1);
  return printed;
}

/** Returns the bytes of memory that this process may take: the machine's, or those of its container. */
function readMemory() {
  return Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/**
 * Returns the policy for responses that bypass the proxy, from the settings of the build. It overrides the headers of handlers,
 * so endpoints are left out. `/api/mermaid` is not: the router answers a missing file there with a page.
 */
function policyOfBuild(config, value) {
  const base = config.basePath && `${config.basePath.slice(1)}/`;
  return {
    basePath: false,
    source: `/((?!${base}(?:api/(?!mermaid/)|v1/|v2/|mcp$|_next/static/)).*)`,
    headers: [{ key: "Content-Security-Policy", value }],
  };
}

/** Returns what the proxy asks the disk for. Its function there gets no file that is added to traces. */
function listBuiltWith({ config, environment }) {
  const { configFile: file } = environment;
  const inPublic = globSync("public/**/*", { withFileTypes: true }).filter((entry) => entry.isFile());
  const described = config.projects.flatMap(({ apiDescription, apiDescriptions }) => [
    apiDescription,
    ...Object.values(apiDescriptions),
  ]);
  return toBuiltWith({
    ...(file && { config: { file, value: readRawConfig(environment) } }),
    files: [...inPublic.map((entry) => path.relative("", path.join(entry.parentPath, entry.name))), ...described.filter(isFile)],
  });
}

function tracedFiles({ projects }) {
  const local = projects.flatMap(({ content, code, apiDescription, apiDescriptions }) => [
    `./${content}/**/*`,
    // An update reads the folders of samples again; those above the project stay where they are.
    ...code.flatMap((folder) => [folder, path.join(content, folder)].filter(isInProject).map((each) => `./${each}/**/*`)),
    ...[apiDescription, ...Object.values(apiDescriptions)].filter(isFile).flatMap((file) => [file, ...partsOf(file)]),
  ]);
  // The configuration file that the build was made with; it is read again at each start.
  const { DOCENT_CONFIG: configFile } = process.env;
  if (configFile) local.push(configFile);
  return [...local, "./.snapshot/**/*", "./lib/search/data/**/*", ...QUICKJS];
}

function isInProject(folder) {
  const name = path.normalize(folder);
  return !path.isAbsolute(name) && !name.startsWith("..") && name !== "." && existsSync(name);
}

/**
 * Packages that are never bundled: those that break when bundled, and the icon packages, which took a third of the first page's
 * time. @apidevtools/json-schema-ref-parser is not among them: swagger-parser requires it, and Node fails when an import of it
 * is in progress.
 */
const SERVER_PACKAGES = ["@apidevtools/swagger-parser", "@fortawesome/free-brands-svg-icons", "lucide", "pg", "shiki"];
/**
 * Packages that are not bundled where one process serves: a build takes a quarter less CPU, and the first page in development
 * takes half of the time. On Vercel they are bundled: reading their many files makes a cold start 10 to 20 % slower.
 */
const LARGE_PACKAGES = [
  ...["@ai-sdk/openai", "@modelcontextprotocol/server", "@shikijs/rehype", "acorn", "ai", "estree-walker"],
  ...["hast-util-sanitize", "hast-util-to-mdast", "hastscript", "ipaddr.js", "jose", "jsonc-parser", "katex", "kysely"],
  ...["lru-cache", "mdast-util-to-markdown", "micromark-extension-directive", "micromark-extension-math", "openapi-sampler"],
  ...["parse5", "property-information", "quickjs-wasi", "remark-cjk-friendly", "remark-cjk-friendly-gfm-strikethrough"],
  ...["remark-gfm", "remark-mdx", "remark-parse", "remark-rehype", "stringify-entities", "tldts-icann", "unified", "yaml", "zod"],
];

/** The engine that code of pages runs in is read as a file. */
const QUICKJS = ["package.json", "quickjs.wasm"].map((file) => `./node_modules/quickjs-wasi/${file}`);

/**
 * An update can render every page again, and needs these files for it. They are listed one by one, since the tracer's patterns
 * cannot exclude files.
 */
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
  "./node_modules/geist/dist/fonts/geist-sans/Geist-Regular.ttf",
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
