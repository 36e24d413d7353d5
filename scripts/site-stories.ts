import { getConfig } from "../lib/config/config.ts";
import { withBuildServer } from "./build-server.ts";
import { readArguments, runCommand } from "./command-line.ts";
import { findBrowser } from "./find-browser.ts";
import { run } from "./run.ts";

const help = `npm run test:site -- [part of a story's file …]

Starts the last build and runs e2e/site.spec.ts on it, with your own e2e/*.spec.ts: every page answers, search finds one by its
title, the assistant answers, languages and colours change. Without a Chromium, the stories that need none.`;

await runCommand(help, async (args) => {
  const { positionals } = readArguments(args, { options: {}, positionals: true });
  const browser = findBrowser();
  const withBrowser = browser ? [] : ["--grep-invert", "@browser"];
  process.exitCode = await withBuildServer({ basePath: getConfig().basePath }, ({ origin }) =>
    run("playwright", ["test", "--config", "e2e/site-stories.config.ts", ...withBrowser, ...positionals], {
      SITE_ORIGIN: origin,
      ...(browser && { CHROMIUM_PATH: browser }),
    }),
  );
});
