import { getConfig, getMainProject } from "../lib/config/config.ts";
import { counted } from "../lib/counted.ts";
import { docsMessages } from "../lib/i18n/messages.ts";
import { withBuildServer } from "./build-server.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { listEntries } from "./export/contents.ts";
import { writePdf } from "./export/pdf.ts";
import { findBrowser, HOW_TO_GET_A_BROWSER } from "./find-browser.ts";
import { loadEnv } from "./load-env.ts";
import { readProject } from "./read-project.ts";

const help = `npm run export -- pdf [--language ID] [--version ID] [--section PATH] [--without-api] [--format A4|Letter] [--out FILE]

Writes the pages of the last build as one PDF: cover, contents with page numbers, every page in the order of the sidebar, with links
between them, headings as bookmarks and tags for screen readers. It needs a Chromium, as npm run test:site does.

  --language, --version  which pages; default: those of the site
  --section PATH         only the page at this address and those below it, such as /docs/guides
  --without-api          leaves the pages of the API reference out
  --format               A4, or Letter; default: A4
  --out FILE             default: docs.pdf`;

loadEnv();
await runCommand(help, async (args) => {
  const { values, positionals } = readArguments(args, {
    options: {
      ...{ language: { type: "string" }, version: { type: "string" }, section: { type: "string" } },
      ...{
        "without-api": { type: "boolean" },
        format: { type: "string", default: "A4" },
        out: { type: "string", default: "docs.pdf" },
      },
    },
    positionals: true,
  });
  if (positionals.join() !== "pdf") throw new UsageError("Name what to write: npm run export -- pdf.");
  const format = values.format === "Letter" || values.format === "A4" ? values.format : undefined;
  if (!format) throw new UsageError(`--format is A4 or Letter, not "${values.format}".`);
  const browser = findBrowser();
  if (!browser) throw new UsageError(`A PDF needs a Chromium, and this machine has none. ${HOW_TO_GET_A_BROWSER}`);
  const project = getMainProject();
  const language = requireId("language", values.language ?? project.defaultLanguage, project.languages);
  const version =
    project.versions.length === 0 ? null : requireId("version", values.version ?? project.defaultVersion ?? "", project.versions);
  const { site } = await readProject(project);
  const entries = listEntries(site, { language, version }, { section: values.section, withApi: !values["without-api"] });
  if (!entries.some(({ path }) => path))
    throw new UsageError("There is no page to write: look at --language, --version and --section.");
  const { basePath } = getConfig();
  const publicBase = project.isAddressKnown ? `${project.siteUrl}${basePath}` : undefined;
  const { contents } = docsMessages(language);
  const words = { title: project.name, contents, language, version };
  const written = await withBuildServer({ basePath }, ({ origin }) =>
    writePdf(entries, {
      ...words,
      browser,
      format,
      base: `${origin}${basePath}`,
      publicBase,
      out: values.out,
      onPage: showProgress,
    }),
  );
  for (const line of written.remarks) console.log(line);
  console.log(`${values.out}: ${counted(written.chapters, "page")} of the site on ${counted(written.sheets, "sheet")}.`);
});

/** Shows how far the command is: a bar in a terminal, else a line for each tenth. */
function showProgress(done: number, all: number): void {
  const tenths = Math.floor((done / all) * 10);
  if (process.stderr.isTTY) {
    const bar = "█".repeat(tenths * 2).padEnd(20, "░");
    process.stderr.write(`\r${bar} ${done} of ${all}${done === all ? "\n" : ""}`);
  } else if (tenths > Math.floor(((done - 1) / all) * 10)) process.stderr.write(`${done} of ${all}\n`);
}

function requireId(name: string, id: string, known: readonly { readonly id: string }[]): string {
  if (known.some((each) => each.id === id)) return id;
  throw new UsageError(`--${name} must be one of: ${known.map((each) => each.id).join(", ")}; there is no "${id}".`);
}
