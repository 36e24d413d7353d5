import { getConfig, getMainProject, type Project } from "../lib/config/config.ts";
import { checkSite, listShownIcons } from "../lib/content/check/check.ts";
import { type CheckOptions, fileName } from "../lib/content/check/check-pages.ts";
import { buildSite } from "../lib/content/content.ts";
import { type ContentFiles, readContentFiles } from "../lib/content/files/files.ts";
import { findMermaidFolder } from "../lib/content/output/mermaid.ts";
import { listSyntaxPlugins } from "../lib/content/output/own-plugins.ts";
import type { Question } from "../lib/content/site/questions.ts";
import type { Site } from "../lib/content/site/site.ts";
import { counted } from "../lib/counted.ts";
import { errorIn, type Finding, toLine, warningIn } from "../lib/finding.ts";
import {
  type DescriptionFile,
  fetchDescriptionFile,
  isDescriptionAddress,
  toFetchRules,
} from "../lib/openapi/description/description-file.ts";
import { DescriptionError } from "../lib/openapi/description/json.ts";
import { SettingsError } from "../lib/service-error.ts";
import { hasPublicFile, listAppRoutes, listPublicFiles, readCheckOptions } from "../lib/site/findings/app-routes.ts";
import { listDueReviews, listUnreadFields, listWrongValues } from "../lib/site/findings/front-matter-fields.ts";
import { checkOwnCode } from "../lib/site/findings/own-code.ts";
import { describeSize } from "../lib/site/findings/site-size.ts";
import { findUnstyledClasses } from "../lib/site/findings/unstyled-classes.ts";
import { codeStyle } from "../lib/site/served/code-colours.ts";
import { readBrandFiles, starterQuestionsOf } from "../lib/site/served/look.ts";
import { findUnreadable } from "../lib/site/stored/problems.ts";
import {
  compareOutcomes,
  describeOutcomes,
  describeUnanswered,
  readQuestionFiles,
  summarize,
  withContentAt,
} from "./check-questions.ts";
import { describeDeadAddresses, describeLostAddresses, describeMisplaced, describeTakenAddresses } from "./check-routes.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";
import { type Judgement, judgeAll } from "./questions/judge.ts";
import { listStarterPages } from "./starter-pages.ts";
import { listStyledClasses } from "./styled-classes.ts";
import { writeSamples } from "./write-samples.ts";

const help = `npm run check -- [--questions [--against COMMIT]] [--samples DIR]

Checks the content of every project and prints what it finds. Fails when there is an error.

  --questions        also asks the searches and questions in questions.yaml of the content folder, as a
                     reader does, and reports pages that are not found, not quoted, or quoted with a doubt
  --against COMMIT   also lists the questions that changes since a commit have won or lost
  --samples DIR      also writes each code block that names its language into DIR, in a folder a language, and
                     DIR/samples.json with their pages and lines, for a runner or compiler of yours`;

async function main(args: readonly string[]): Promise<void> {
  const {
    questions: isAsked = false,
    against,
    samples,
  } = readArguments(args, {
    options: { questions: { type: "boolean" }, against: { type: "string" }, samples: { type: "string" } },
  }).values;
  if (against !== undefined && !isAsked) throw new UsageError("--against belongs to --questions: give both.");
  const reported: Readonly<Record<Finding["severity"], string[]>> = { error: [], warning: [] };
  const report = (...findings: readonly Finding[]) => {
    for (const finding of findings) reported[finding.severity].push(toLine(finding));
  };
  const results: string[] = [];
  const sizes: string[] = [];
  const routes = await listAppRoutes();
  for (const project of getConfig().projects) {
    const found = await read(project);
    const { site } = found;
    sizes.push(describeSize(site));
    const findings = await check(found);
    report(...sumUp(findings).map((finding) => ({ ...finding, file: fileName(project, finding.file) })));
    if (project === getMainProject() && site.settingsFolder === undefined) {
      const unanswered = await describeUnanswered(site, starterQuestionsOf(site, getConfig()));
      const dead = describeDeadAddresses(site, getConfig(), await readCheckOptions());
      const taken = describeTakenAddresses(site, routes, await listPublicFiles());
      report(...describeLostAddresses(site), ...taken, ...dead, ...unanswered);
    }
    const { questions, findings: inQuestions } = readQuestionFiles(project.content);
    report(...inQuestions);
    if (samples !== undefined && project === getMainProject()) {
      const written = await writeSamples(site, samples);
      results.push(`${samples}: ${counted(written.length, "sample")}.`);
    }
    if (!isAsked) continue;
    const outcomes = await askAll(project, found, questions);
    report(...describeOutcomes(outcomes));
    results.push(outcomes.length > 0 ? summarize(outcomes) : `${project.content} has no questions.yaml: no question is asked.`);
    if (against === undefined) continue;
    const before = await withContentAt(project, against, async (then) => askAll(then, await read(then), questions));
    results.push(...compareOutcomes(before, outcomes));
  }
  report(...describeMisplaced(routes), ...checkOwnCode(getConfig()), ...(await checkSettings()));
  for (const line of [...reported.error, ...reported.warning, ...results]) console.log(line);
  console.log(`${sizes.join(", ")}: ${counted(reported.error.length, "error")}, ${counted(reported.warning.length, "warning")}.`);
  if (reported.error.length > 0) process.exitCode = 1;
}

/** A new translation lacks most pages: from this many on, one line reports them all. */
const MANY = 4;

function sumUp(findings: readonly Finding[]): Finding[] {
  const groups = Map.groupBy(findings, ({ message }) => (/^There is no translation into/.test(message) ? message : ""));
  const few = findings.filter(({ message }) => (groups.get(message)?.length ?? 0) < MANY);
  const many = [...groups].filter(([message, each]) => message && each.length >= MANY);
  return [
    ...few,
    ...many.map(([message, [first, ...others]]): Finding => {
      const { length } = others;
      return {
        ...(first as Finding),
        message: `${message} The same is missing for ${length} more pages, such as ${others[0]?.file}.`,
      };
    }),
  ];
}

interface ReadSite {
  /** With its drafts. */
  readonly site: Site;
  readonly files: ContentFiles;
  readonly reach: CheckOptions["reach"];
  readonly descriptionFindings: readonly Finding[];
}

async function read(project: Project): Promise<ReadSite> {
  const fetched = new Map<string, DescriptionFile>();
  const descriptionFindings: Finding[] = [];
  for (const address of [project.apiDescription, ...Object.values(project.apiDescriptions)].filter(isDescriptionAddress)) {
    const { description, findings } = await fetchDescriptionAt(address);
    descriptionFindings.push(...findings);
    if (description) fetched.set(address, description);
  }
  const named = Object.entries(project.apiDescriptions).flatMap(([name, source]) => {
    const description = fetched.get(source);
    return description ? [[name, description] as const] : [];
  });
  const description = fetched.get(project.apiDescription ?? "") ?? null;
  const known = { files: [], description, named: Object.fromEntries(named), lastModified: {}, findings: [] };
  const files = await readContentFiles(project, known).catch((cause: unknown) => {
    const unreadable = findUnreadable(project, cause);
    throw unreadable === undefined ? cause : new SettingsError(`${unreadable} It is "${project.content}" now.`, { cause });
  });
  const reach = new Map();
  const site = await buildSite(project, files, { drafts: true, reach });
  return { site, files, reach, descriptionFindings };
}

async function check({ site, files, reach, descriptionFindings }: ReadSite): Promise<Finding[]> {
  const texts = new Map(files.files.map(({ path, text }) => [path, text]));
  const textOf = (file: string) => texts.get(file);
  const shown = { iconNames: listShownIcons(), hasMermaid: findMermaidFolder() !== undefined };
  const findings = await checkSite(site, { ...(await readCheckOptions()), ...shown, reach, textOf });
  const { typos } = listUnreadFields(site, files.files);
  const classes = new Set(
    await listStyledClasses(
      site.project,
      files.files.map(({ text }) => text),
    ),
  );
  const unstyled = findUnstyledClasses(site.pages, classes);
  const starters = listStarterPages(files.files).map((file) =>
    warningIn(
      file,
      "This page is as `npm run init` wrote it, and readers find it. Rewrite it, delete it, or give it draft: true.",
    ),
  );
  const inFrontMatter = [...typos, ...listWrongValues(site, files.files), ...listDueReviews(site, files.files)];
  return [...descriptionFindings, ...findings, ...starters, ...inFrontMatter, ...unstyled];
}

/** Asks the questions of a site without drafts, as its readers have it. */
async function askAll(project: Project, { files }: ReadSite, questions: readonly Question[]): Promise<Judgement[]> {
  // What search learned of a site is kept for the next one of its id, so equal content would not give equal results.
  const alone = { ...project, id: `${project.id}@${project.content}` };
  return judgeAll(await buildSite(alone, files), questions);
}

/** Fetches the description at an address as a build does. */
async function fetchDescriptionAt(address: string): Promise<{ description?: DescriptionFile | undefined; findings: Finding[] }> {
  try {
    const fetched = await fetchDescriptionFile(address, {
      rules: toFetchRules(getConfig().updates, { apiDescription: address }),
    });
    return { description: fetched?.description, findings: [] };
  } catch (cause) {
    if (!(cause instanceof DescriptionError)) throw cause;
    return { findings: [errorIn(address, cause.message)] };
  }
}

/** Files that the configuration names and that are not there, and plugins without an effect. */
async function checkSettings(): Promise<Finding[]> {
  const { favicon, scripts, theme } = getConfig();
  const files = [["favicon", favicon], ...scripts.map(({ src }, index) => [`scripts[${index}].src`, src])] as const;
  const missing = files.filter(([, file]) => file?.startsWith("/") && !hasPublicFile(file));
  const logo = await readBrandFiles().then(
    () => [],
    (cause: Error) => [cause.message],
  );
  const colours = await codeStyle(theme.code).then(
    () => [],
    (cause: Error) => [cause.message],
  );
  const messages = [...missing.map(([setting, file]) => `${setting}: there is no file public${file}.`), ...logo, ...colours];
  const inSite = listSyntaxPlugins().map(
    (plugin) =>
      `${plugin} adds syntax to Markdown. Pages are read before plugins run, so it changes nothing: take it out, or use a component.`,
  );
  return [
    ...messages.map((message) => errorIn("docent.config.ts", message)),
    ...inSite.map((message) => warningIn("site/index.ts", message)),
  ];
}

loadEnv();
await runCommand(help, main);
