import { writeFile } from "node:fs/promises";
import { describeApi } from "../../lib/api-description/api-description.ts";
import { readArguments, runCommand } from "../../scripts/command-line.ts";

const FILE = "lib/api-description/openapi.json";
const help = `npm run openapi

Writes the description of this service's own API, from which the template's reference pages are made, to ${FILE}.`;

await runCommand(help, async (args) => {
  readArguments(args, { options: {} });
  await writeFile(FILE, `${JSON.stringify(describeApi(), null, 2)}\n`);
  console.log(`Wrote ${FILE}.`);
});
