import { existsSync, readFileSync, rmSync } from "node:fs";
import { readArguments, runCommand } from "./command-line.ts";
import { FLAKY_TESTS, findBrowser, HOW_TO_GET_A_BROWSER } from "./find-browser.ts";
import { isSite } from "./owners.ts";
import { run } from "./run.ts";
import { copyEngineInto, installWorkshop, openWorkshop } from "./workshop.ts";

const help = `npm test -- [--engine [--from ADDRESS]]

Checks types, own tests, the pages and the questions that they answer (questions.yaml), builds the site, and runs its stories:
e2e/site.spec.ts and yours in e2e/. Stops at the first failure. Without a Chromium the stories that need one are left out, which the
last line says; with CI set that is a failure.

  --engine  also the engine's tests on a test site, in the terminal and in a browser; always so in the repository
            of the engine. A site fetches them once from the repository in package.json
  --from    address of the engine's repository, or a folder with a clone of it`;

const CHECK = "check -- --questions";
const options = { engine: { type: "boolean", default: !isSite() }, from: { type: "string" } } as const;

await runCommand(help, async (args) => {
  const { engine, from } = readArguments(args, { options }).values;
  // Here test:unit runs the engine's tests too; in a site they run in a folder without its pages and settings.
  const isWithoutBrowser = !findBrowser();
  if (isWithoutBrowser && process.env.CI) {
    console.error(`CI is set, and there is no Chromium for the browser tests. ${HOW_TO_GET_A_BROWSER}`);
    process.exit(1);
  }
  const engineSteps = [...(isSite() ? ["test:engine"] : []), ...(isWithoutBrowser ? [] : ["test:e2e"])];
  const steps = [...(isSite() ? [] : ["lint"]), "types", "test:unit", CHECK, "build", "test:site"];
  const workshop = engine && isSite() ? openWorkshop({ from, flag: "--from" }) : undefined;
  if (workshop) {
    await installWorkshop(workshop);
    copyEngineInto(workshop);
  }
  rmSync(FLAKY_TESTS, { force: true });
  const times: [step: string, seconds: number][] = [];
  for (const step of steps) await runStep(step, times);
  if (engine) for (const step of engineSteps) await runStep(step, times, workshop);
  const total = times.reduce((sum, [, seconds]) => sum + seconds, 0);
  console.log("\nWhere the time went:");
  for (const [name, seconds] of [...times, ["all", total] as const]) console.log(`${`${seconds} s`.padStart(7)}  ${name}`);
  if (existsSync(FLAKY_TESTS)) console.log(`\n${readFileSync(FLAKY_TESTS, "utf8").trimEnd()}`);
  if (isWithoutBrowser) console.log(`\nThe browser tests did not run: no Chromium on this machine. ${HOW_TO_GET_A_BROWSER}`);
});

async function runStep(step: string, times: [string, number][], folder?: string): Promise<void> {
  const started = performance.now();
  console.log(`\n▶ npm run ${step}`);
  const code = await run("npm", ["run", "--silent", ...step.split(" ")], {}, folder);
  const seconds = Math.round((performance.now() - started) / 1000);
  times.push([step, seconds]);
  console.log(`${code === 0 ? "✓" : "✗"} ${step} (${seconds} s)`);
  if (code !== 0) process.exit(code);
}
