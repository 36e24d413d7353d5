import { withBuildServer } from "../build-server.ts";
import { readArguments, runCommand } from "../command-line.ts";
import { isForkPath, isWorkshopPath, SHARED_PATHS } from "../owners.ts";
import { KILN, KILN_FLAGS } from "./kiln.ts";
import { findFaults } from "./own-site.ts";
import { Workspace } from "./workspace.ts";

const help = `npm run exercise:fork -- [--quick] [--keep]

Does what a new user does, on a copy of the last commit: init, then a page, a component, a landing page, a route, an API
description, a logo, a font, colours, a header link, an analytics script and messages, then npm test. Fails when a test
fails, when a file changed that no fork owns, when a change does not show, or when anything still names the template.

  --quick  without the engine's tests
  --keep   leave the copy where it is`;

await runCommand(help, async (args) => {
  const { quick, keep } = readArguments(args, { options: { quick: { type: "boolean" }, keep: { type: "boolean" } } }).values;
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
  site.run("npm", "test", ...(quick ? [] : ["--", "--engine"]));
  const faults = await withBuildServer({ folder: site.folder }, ({ origin }) => findFaults(origin, site.folder));
  if (faults.length > 0) throw new Error(faults.join("\n"));
  if (!keep) site.remove();
  console.log("The exercise is done: everything is as it should be.");
});

function requireOwnPaths(files: readonly string[]): void {
  const shared: readonly string[] = SHARED_PATHS;
  const foreign = files.filter((file) => !isForkPath(file) && !isWorkshopPath(file) && !shared.includes(file));
  if (foreign.length > 0) throw new Error(`Files changed that no fork owns:\n${foreign.join("\n")}`);
}
