import { getConfig, getMainProject } from "../lib/config/config.ts";
import { counted } from "../lib/counted.ts";
import { searchMessages } from "../lib/i18n/browser-messages.ts";
import { docsMessages } from "../lib/i18n/messages.ts";
import { withBuildServer } from "./build-server.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { chooseLocale, requireEntries } from "./export/contents.ts";
import type { OfflineWords } from "./export/offline/data.ts";
import { MAX_HITS } from "./export/offline/search.ts";
import { writePdf } from "./export/pdf.ts";
import { chooseAudience, siteOf, withReader } from "./export/readers.ts";
import { writeZip } from "./export/zip.ts";
import { findBrowser, HOW_TO_GET_A_BROWSER } from "./find-browser.ts";
import { loadEnv } from "./load-env.ts";
import { readProject } from "./read-project.ts";

const help = `npm run export -- pdf|zip [--language ID] [--version ID] [--section PATH] [--without-api] [--groups NAMES] [--format A4|Letter] [--out FILE]

Writes the pages of the last build, every page once in the order of the sidebar:
  pdf  as one PDF: cover, contents with page numbers, links between pages, headings as bookmarks, tags for screen readers
  zip  as HTML to open from a disk, with pictures, styles and a search, which asks for nothing from any network
A PDF needs a Chromium, as npm run test:site does; a ZIP does for its diagrams alone.

  --language, --version  which pages; default: those of the site
  --section PATH         only the page at this address and those below it, such as /docs/guides
  --without-api          leaves the pages of the API reference out
  --groups NAMES         for signed-in readers of these groups, such as beta,staff; default: what everyone may read
  --format               of the PDF: A4, or Letter; default: A4
  --out FILE             default: docs.pdf, or docs.zip`;

loadEnv();
await runCommand(help, async (args) => {
  const { values, positionals } = readArguments(args, {
    options: {
      ...{ language: { type: "string" }, version: { type: "string" }, section: { type: "string" }, groups: { type: "string" } },
      ...{ "without-api": { type: "boolean" }, format: { type: "string" }, out: { type: "string" } },
    },
    positionals: true,
  });
  const [kind] = positionals;
  if (positionals.length !== 1 || (kind !== "pdf" && kind !== "zip"))
    throw new UsageError("Name what to write: npm run export -- pdf, or zip.");
  const { format = "A4", out = `docs.${kind}` } = values;
  if (format !== "Letter" && format !== "A4") throw new UsageError(`--format is A4 or Letter, not "${format}".`);
  const browser = findBrowser();
  if (!browser && kind === "pdf")
    throw new UsageError(`A PDF needs a Chromium, and this machine has none. ${HOW_TO_GET_A_BROWSER}`);
  const audience = chooseAudience(values.groups);
  const site = await siteOf((await readProject(getMainProject())).site, audience);
  const { project } = site;
  const { language, version } = chooseLocale(site, values);
  const entries = requireEntries(site, { language, version }, { section: values.section, withApi: !values["without-api"] });
  const { basePath } = getConfig();
  const publicBase = project.isAddressKnown ? `${project.siteUrl}${basePath}` : undefined;
  const messages = docsMessages(language);
  const common = { title: project.name, language, version, publicBase, out, onPage: showProgress };
  const { passages } = site;
  const written = await withReader(audience, ({ headers, variables }) =>
    withBuildServer({ basePath, variables }, async ({ origin }) => {
      const base = `${origin}${basePath}`;
      if (kind === "zip") {
        const { pages, files, remarks } = await writeZip(entries, {
          ...common,
          base,
          headers,
          browser,
          messages,
          passages,
          search: toSearch(language),
        });
        return { pages, remarks, what: `in ${counted(files, "file")}` };
      }
      const { contents } = messages;
      const { chapters, sheets, remarks } = await writePdf(entries, {
        ...common,
        base,
        headers,
        browser: browser ?? "",
        format,
        contents,
      });
      return { pages: chapters, remarks, what: `on ${counted(sheets, "sheet")}` };
    }),
  );
  for (const line of written.remarks) console.log(line);
  console.log(`${out}: ${counted(written.pages, "page")} of the site ${written.what}.`);
});

/** The words of the search of an offline copy. */
function toSearch(language: string): { readonly label: string; readonly words: OfflineWords } {
  const { title, none, count } = searchMessages(language);
  const { theme, copied } = docsMessages(language);
  const counts = Array.from({ length: MAX_HITS + 1 }, (_, hits) =>
    Array.from({ length: hits + 1 }, (_, pages) => count(hits, pages)),
  );
  return { label: title, words: { none: none("{query}"), counts, theme, copied } };
}

/** Shows how far the command is: a bar in a terminal, else a line for each tenth. */
function showProgress(done: number, all: number): void {
  const tenths = Math.floor((done / all) * 10);
  if (process.stderr.isTTY) {
    const bar = "█".repeat(tenths * 2).padEnd(20, "░");
    process.stderr.write(`\r${bar} ${done} of ${all}${done === all ? "\n" : ""}`);
  } else if (tenths > Math.floor(((done - 1) / all) * 10)) process.stderr.write(`${done} of ${all}\n`);
}
