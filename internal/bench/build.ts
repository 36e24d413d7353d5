import { rmSync } from "node:fs";
import path from "node:path";
import { readArguments, UsageError } from "../../scripts/command-line.ts";
import { type DevTimes, measureDev } from "./build/dev-server.ts";
import { type Cost, measureRun } from "./build/measured-run.ts";
import { toSlug, writePages } from "./build/pages.ts";
import { type Site, writeDocent, writeFumadocs } from "./build/sites.ts";

export const help = `npm run bench -- build [--pages 500] [--only docent|fumadocs] [--keep]

Builds the same pages of plain MDX with Docent and with Fumadocs and its MDX package, one after the other, and opens and
edits pages in development. Prints seconds, megabytes and Docent's share of what Fumadocs takes. Installs the packages of
Fumadocs from the registry. Takes some ten minutes on an idle machine; on a busy one the figures say nothing.

  --pages  how many pages
  --only   measure one of them
  --keep   leave the folders where they are, and print them`;

interface Figures extends DevTimes {
  readonly build: Cost;
}

export async function run(args: readonly string[]): Promise<void> {
  const options = { pages: { type: "string", default: "500" }, only: { type: "string" }, keep: { type: "boolean" } } as const;
  const { values } = readArguments(args, { options });
  const count = Number(values.pages);
  if (!Number.isSafeInteger(count) || count < 2) throw new UsageError("--pages is a whole number above 1.");
  if (values.only !== undefined && !["docent", "fumadocs"].includes(values.only))
    throw new UsageError("--only is docent or fumadocs.");
  const pages = writePages(count);
  const figures: Figures[] = [];
  for (const write of [writeFumadocs, writeDocent]) {
    if (values.only && write !== (values.only === "docent" ? writeDocent : writeFumadocs)) continue;
    const site = await write(pages);
    if (values.keep) console.log(site.folder);
    try {
      figures.push(await measure(site, count));
    } finally {
      if (!values.keep) site.remove();
    }
  }
  const [theirs, ours] = figures;
  if (theirs && ours) printShares(ours, theirs);
}

async function measure(site: Site, count: number): Promise<Figures> {
  const build = await measureRun("npx", ["next", "build"], { cwd: site.folder });
  const megabytes = build.megabytes === undefined ? "" : `, ${Math.round(build.megabytes)} MB at most`;
  console.log(`${site.name}: next build of ${count} pages ${build.seconds.toFixed(1)} s${megabytes}`);
  rmSync(path.join(site.folder, ".next"), { recursive: true });
  const dev = await measureDev(site, [toSlug(0), toSlug(count - 1)]);
  console.log(
    `${site.name}: next dev to the first page ${dev.firstPage.toFixed(1)} s, to another ${dev.secondPage.toFixed(2)} s, ` +
      `from an edit to the page ${dev.edit.toFixed(2)} s`,
  );
  return { build, ...dev };
}

function printShares(ours: Figures, theirs: Figures): void {
  const share = (value: number, other: number) => (value / other).toFixed(2);
  console.log(
    `Docent takes of Fumadocs: build ${share(ours.build.seconds, theirs.build.seconds)}, ` +
      `first page ${share(ours.firstPage, theirs.firstPage)}, edit ${share(ours.edit, theirs.edit)}`,
  );
}
