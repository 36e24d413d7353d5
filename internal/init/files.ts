import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { toForkPackage } from "../../scripts/owners.ts";
import type { EngineOrigin } from "../../scripts/upgrade/base.ts";
import { type Answers, toId } from "./answers.ts";

const UNKNOWN_UPSTREAM = "`--from` is the repository that this one was copied from. It is needed once.";
const STARTER = path.join(import.meta.dirname, "starter");
/** Stays in a site: `npm run check` names the pages that are still as they were written. */
const PAGES = path.join(import.meta.dirname, "../../scripts/starter");

/**
 * Returns every file that a new site begins with, by path from the root.
 * @param repository its public address, for the button that deploys it.
 */
export function toFiles(answers: Answers, repository?: string): Record<string, string> {
  const pages = readdirSync(PAGES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const [language = "en", ...otherLanguages] = answers.languages;
  const [version, ...olderVersions] = answers.versions;
  const folder = (of: { language: string; version: string | undefined }) =>
    ["content", answers.languages.length > 1 ? of.language : "", of.version ?? ""].filter(Boolean).join("/");
  const main = folder({ language, version });
  const fill = (text: string) =>
    text
      .replaceAll("{{name}}", answers.name)
      .replaceAll("{{id}}", toId(answers.name))
      .replaceAll("{{pages}}", main)
      .replaceAll("{{upgrade}}", answers.upstream ? "npm run upgrade" : "npm run upgrade -- --from https://…")
      .replaceAll("{{upstream}}", answers.upstream ? `The engine comes from <${answers.upstream}>.` : UNKNOWN_UPSTREAM)
      .replaceAll("{{url}}", answers.url ? "" : "SITE_URL=https://docs.example.com ")
      .replaceAll("{{deploy}}", repository ? `\n${toDeployButton(repository)}\n` : "");
  const files: Record<string, string> = {
    "docent.config.ts": toConfig(answers),
    "README.md": fill(read("README.md")),
    "AGENTS.md": fill(read("AGENTS.md")),
    ...readFolder("site"),
    ".github/workflows/test.yml": read("github/workflows/test.yml"),
    ".github/workflows/security.yml": read("github/workflows/security.yml"),
    ".github/workflows/review.yml": read("github/workflows/review.yml"),
    ".github/workflows/review-comment.yml": read("github/workflows/review-comment.yml"),
    ".github/CONTRIBUTING.md": fill(read("github/CONTRIBUTING.md")),
  };
  for (const page of pages) {
    const name = path.relative(PAGES, path.join(page.parentPath, page.name)).split(path.sep).join("/");
    files[`${main}/${name}`] = fill(readFileSync(path.join(PAGES, name), "utf8"));
  }
  for (const older of olderVersions)
    files[`${folder({ language, version: older })}/index.mdx`] =
      `---\ntitle: ${answers.name} ${older}\n---\n\nPages of ${older} go here.\n`;
  for (const other of otherLanguages)
    for (const name of ["index.mdx", "meta.json"])
      files[`${folder({ language: other, version })}/${name}`] = fill(readFileSync(path.join(PAGES, name), "utf8"));
  return files;
}

/** Returns the Markdown of a button that deploys a repository to Vercel, with a database of Neon if wanted. */
function toDeployButton(repository: string): string {
  const products = JSON.stringify([{ type: "integration", protocol: "storage", integrationSlug: "neon", productSlug: "neon" }]);
  const query = new URLSearchParams({ "repository-url": repository, products });
  return `[![Deploy with Vercel](https://vercel.com/button)](https://vercel.com/new/clone?${query})`;
}

function toConfig({ name, languages, versions, colors, api, url, basePath }: Answers): string {
  const id = toId(name);
  const project = {
    id,
    domain: id,
    name,
    description: `The documentation of ${name}.`,
    siteUrl: url ?? "http://localhost:3000",
    content: "content",
    ...(api && { apiDescription: api }),
    languages: languages.map((tag) => ({ id: tag, label: labelOf(tag) })),
    ...(versions.length > 0 && { versions: versions.map((version) => ({ id: version, label: version })) }),
  };
  const config = {
    organisation: { id, name },
    projects: [project],
    ...(basePath && { basePath }),
    theme: { accent: colors },
    // The starter pages are English, and so is what can be asked about them.
    ...(/^en\b/.test(languages[0] ?? "en") && {
      assistant: { starterQuestions: { [languages[0] ?? "en"]: ["How do I add a page?", "How do I change the logo?"] } },
    }),
  };
  return `import type { DocentConfig } from "./lib/config/schema.ts";\n\nexport default ${toSource(config)} satisfies DocentConfig;\n`;
}

/** Returns the name of a language in that language. */
function labelOf(tag: string): string {
  const label = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return label.charAt(0).toLocaleUpperCase(tag) + label.slice(1);
}

/** Writes a value as the formatter does, keys without quotes. */
function toSource(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => toSource(item, deeper))
    : Object.entries(value).map(
        ([key, item]) => `${/^[a-z]\w*$/i.test(key) ? key : JSON.stringify(key)}: ${toSource(item, deeper)}`,
      );
  const line = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  if (!line.includes("\n") && indent.length + line.length < 110 && indent.length >= 4) return line;
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close}`;
}

function readFolder(name: string): Record<string, string> {
  const files = readdirSync(path.join(STARTER, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((file) => {
      const below = path.relative(STARTER, path.join(file.parentPath, file.name)).split(path.sep).join("/");
      return [below.replace(/\.txt$/, ""), read(below)];
    }),
  );
}

function read(name: string): string {
  return readFileSync(path.join(STARTER, name), "utf8");
}

interface Package {
  name?: string;
  license?: string;
  docent?: EngineOrigin;
  description?: string;
  scripts?: Record<string, string>;
}

interface Lock extends Package {
  packages?: Record<string, Package>;
}

/** Gives package.json and its lock file the site's name, and takes out what only work on the engine needs; the rest stays. */
export function writePackage({
  id,
  name,
  origin,
}: {
  readonly id: string;
  readonly name: string;
  readonly origin: { readonly [key in keyof EngineOrigin]: string | undefined };
}): void {
  edit<Package>("package.json", (whole) => {
    const file = toForkPackage(whole);
    file.name = id;
    file.description = `The documentation of ${name}.`;
    // The engine's licence does not speak for the pages.
    delete file.license;
    const { upstream, engine } = origin;
    if (upstream || engine) file.docent = { ...(upstream && { upstream }), ...(engine && { engine }) };
    return file;
  });
  edit<Lock>("package-lock.json", (file) => {
    file.name = id;
    const root = file.packages?.[""];
    if (!root) return file;
    root.name = id;
    delete root.license;
    return file;
  });
}

function edit<File>(name: string, change: (file: File) => File): void {
  const file = change(JSON.parse(readFileSync(name, "utf8")) as File);
  writeFileSync(name, `${JSON.stringify(file, null, 2)}\n`);
}
