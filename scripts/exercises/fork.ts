import { execFileSync } from "node:child_process";
import { withBuildServer } from "../build-server.ts";
import { readArguments, runCommand, UsageError } from "../command-line.ts";
import { isForkPath, isWorkshopPath, MANUAL_PAGES, SHARED_PATHS } from "../owners.ts";
import { KILN, KILN_FLAGS } from "./kiln.ts";
import { findSiteFaults } from "./own-site.ts";
import { drawFork, makeFork } from "./random-fork.ts";
import { Workspace } from "./workspace.ts";

const help = `npm run exercise:fork -- [--forks N] [--seed N] [--quick] [--keep]

Does what new users do, on copies of the last commit.

First a whole site: init, then a page, a component, a landing page, a route, an API description, a logo, a font, colours, a
header link, an analytics script and messages, then npm test with the engine's tests. Fails when a test fails, when a file
changed that no fork owns, when a change does not show, or when anything still names the template.

Then sites drawn at random: languages, versions, a base path, kinds of pages and descriptions. Each runs its npm test.

  --forks  how many sites to draw, 5 by default
  --seed   the seed that an earlier run printed; by default that of the commit
  --quick  one drawn site alone, and of its npm test only what needs no build
  --keep   leave the copies where they are`;

const options = {
  forks: { type: "string", default: "5" },
  seed: { type: "string" },
  quick: { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
} as const;

/** The parts of a site's npm test that need no build. */
const QUICK_STEPS = ["lint", "types", "test:unit", "check"];

await runCommand(help, async (args) => {
  const { forks, seed, quick, keep } = readArguments(args, { options }).values;
  if (!quick) await exerciseWholeSite({ keep });
  const first = seed === undefined ? seedOfCommit() : toCount("seed", seed);
  for (let drawn = 0; drawn < (quick ? 1 : toCount("forks", forks)); drawn += 1)
    exerciseDrawnSite(first + drawn, { steps: quick ? QUICK_STEPS : ["test"], keep });
  console.log("The exercise is done: everything is as it should be.");
});

async function exerciseWholeSite({ keep }: { readonly keep: boolean }): Promise<void> {
  const site = new Workspace("fork");
  console.log(site.folder);
  const before = site.git("rev-parse", "HEAD");
  site.run("npm", "run", "--silent", "init", "--", ...KILN_FLAGS);
  site.commit("docs: begin");
  const afterInit = site.git("rev-parse", "HEAD");
  site.run("npm", "run", "--silent", "init", "--", ...KILN_FLAGS);
  if (site.git("status", "--porcelain")) throw new Error("A second init changed something.");
  site.write(KILN);
  site.commit("docs: make it ours");
  console.log(site.git("diff", "--stat", afterInit, "HEAD"));
  requireOwnPaths(site.git("diff", "--name-only", before, "HEAD").split("\n"));
  site.run("npm", "test", "--", "--engine");
  const faults = await withBuildServer({ folder: site.folder }, ({ origin }) => findSiteFaults(origin, site.folder));
  if (faults.length > 0) throw new Error(faults.join("\n"));
  if (!keep) site.remove();
}

function exerciseDrawnSite(seed: number, { steps, keep }: { readonly steps: readonly string[]; readonly keep: boolean }): void {
  const fork = drawFork(seed);
  const site = new Workspace("drawn");
  console.log(`\nSite of seed ${seed} (npm run exercise:fork -- --seed ${seed}): ${fork.summary}\n${site.folder}`);
  makeFork(site, fork);
  for (const step of steps) site.run("npm", "run", "--silent", step);
  const changed = site.git("status", "--porcelain");
  if (changed) throw new Error(`Its tests changed files:\n${changed}`);
  if (!keep) site.remove();
}

/** Equal commits draw equal sites, so that a failure comes again. */
function seedOfCommit(): number {
  return Number.parseInt(execFileSync("git", ["rev-parse", "--short=7", "HEAD"], { encoding: "utf8" }), 16);
}

function toCount(flag: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${flag}: "${value}" must be a whole number of at most nine digits`);
  return Number(value);
}

function requireOwnPaths(files: readonly string[]): void {
  const shared: readonly string[] = SHARED_PATHS;
  const foreign = files.filter(
    (file) => !isForkPath(file) && !isWorkshopPath(file) && !file.startsWith(`${MANUAL_PAGES}/`) && !shared.includes(file),
  );
  if (foreign.length > 0) throw new Error(`Files changed that no fork owns:\n${foreign.join("\n")}`);
}
