import { existsSync, statSync } from "node:fs";
import path from "node:path";
import lucide from "lucide-react/dynamicIconImports";
import { getConfig, type Project } from "../lib/config/config.ts";
import { checkSite, type Finding } from "../lib/content/check.ts";
import { readContentFiles } from "../lib/content/files.ts";
import { buildSite } from "../lib/content/site.ts";
import { isTrustedFolder } from "../lib/content/trust.ts";
import { readArguments, runCommand } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";

const help = `npm run check

Checks the content of every project and prints what it finds. Fails when there is an error.`;

async function main(args: readonly string[]): Promise<void> {
  readArguments(args, { options: {} });
  const counts = { error: 0, warning: 0 };
  for (const project of getConfig().projects) {
    for (const finding of await check(project)) {
      counts[finding.severity] += 1;
      console.log(toLine(project, finding));
    }
  }
  console.log(`${counts.error} errors, ${counts.warning} warnings.`);
  if (counts.error > 0) process.exitCode = 1;
}

async function check(project: Project): Promise<Finding[]> {
  const { images, redirects } = getConfig();
  const trusted = await isTrustedFolder(project);
  const site = await buildSite(project, await readContentFiles(project), { drafts: true, isTrusted: () => trusted });
  const iconNames = new Set(Object.keys(lucide));
  return checkSite(site, { hasPublicFile, iconNames, imageHosts: images.allow, redirects: redirects.map(({ from }) => from) });
}

function hasPublicFile(name: string): boolean {
  const root = path.resolve("public");
  const file = path.join(root, name);
  return file.startsWith(root + path.sep) && existsSync(file) && statSync(file).isFile();
}

function toLine(project: Project, { severity, file, line, column, message }: Finding): string {
  const name = file === project.apiDescription ? file : path.join(project.content, file);
  return `${[name, line, column].filter((part) => part !== undefined).join(":")} ${severity}: ${message}`;
}

loadEnv();
await runCommand(help, main);
