import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { MANUAL_PAGES } from "./owners.ts";
import { run } from "./run.ts";

const help = `npm run manual -- [--port NUMBER]

Shows the manual of the engine that this site has, also without a network. It may run beside npm run dev.

  --port  where, 3030 by default`;

/** Has the types of Next's that belong to this folder, and leaves the site's own settings as they are. */
const TSCONFIG = { extends: "../../tsconfig.json", include: ["../../next-env.d.ts"] };
const FOLDER = ".docent/manual";

await runCommand(help, async (args) => {
  const { port } = readArguments(args, { options: { port: { type: "string", default: "3030" } } }).values;
  const content = existsSync(MANUAL_PAGES) ? MANUAL_PAGES : "content/en";
  if (!existsSync(`${content}/v2/quickstart.mdx`))
    throw new UsageError(`There is no manual in ${MANUAL_PAGES}. git log -- ${MANUAL_PAGES} shows the commit that removed it.`);
  const config = {
    organisation: { id: "manual", name: "Docent" },
    projects: [
      {
        ...{
          id: "manual",
          domain: "manual",
          name: "Docent",
          description: "The manual.",
          siteUrl: `http://localhost:${port}`,
          content,
        },
        apiDescription: "lib/api-description/openapi.json",
        versions: ["v2", "v1"].map((id) => ({ id, label: id })),
      },
    ],
  };
  // Its parent has the keys and conversations of the site.
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
  writeFileSync(`${FOLDER}/docent.config.json`, JSON.stringify(config));
  writeFileSync(`${FOLDER}/tsconfig.json`, JSON.stringify(TSCONFIG));
  console.log(`The manual: http://localhost:${port}/docs`);
  // Empty is absent, and stands before what an .env file says for the site.
  const own = { DOCENT_CONFIG: `${FOLDER}/docent.config.json`, DOCENT_DATA_DIR: `${FOLDER}/data`, DOCENT_MANUAL: "1" };
  const notOfTheSite = {
    DATABASE_URL: "",
    DOCENT_CONTENT_DIR: "",
    SITE_URL: "",
    DEPLOY_HOOK_URL: "",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  process.exitCode = await run("next", ["dev", "--port", port], { ...notOfTheSite, ...own });
});
