import { getConfig, getMainProject } from "../lib/config/config.ts";
import { fileName } from "../lib/content/check/check-pages.ts";
import { listSyntaxPlugins } from "../lib/content/output/own-plugins.ts";
import { counted } from "../lib/counted.ts";
import { errorIn, type Finding, toLine, warningIn } from "../lib/finding.ts";
import { hasPublicFile, listAppRoutes, listPublicFiles, readCheckOptions } from "../lib/site/findings/app-routes.ts";
import { checkOwnCode } from "../lib/site/findings/own-code.ts";
import { describeSize } from "../lib/site/findings/site-size.ts";
import { codeStyle } from "../lib/site/served/code-colours.ts";
import { readBrandFiles, starterQuestionsOf } from "../lib/site/served/look.ts";
import { checkAgents } from "./check-agents.ts";
import { compareOutcomes, describeOutcomes, describeUnanswered, readQuestionFiles, summarize } from "./check-questions.ts";
import { describeDeadAddresses, describeLostAddresses, describeMisplaced, describeTakenAddresses } from "./check-routes.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";
import { askAll, checkProject, readProject } from "./read-project.ts";
import { withContentAt } from "./review/history.ts";
import { writeSamples } from "./write-samples.ts";

const help = `npm run check -- [--questions [--against COMMIT]] [--agents] [--samples DIR]

Checks the content of every project and prints what it finds. Fails when there is an error.

  --questions        also asks the searches and questions in questions.yaml of the content folder, as a
                     reader does, and reports pages that are not found, not quoted, or quoted with a doubt
  --against COMMIT   also lists the questions that changes since a commit have won or lost
  --agents           also checks what agents get: the Markdown of each page, llms.txt, skills and the tools of MCP
  --samples DIR      also writes each code block that names its language into DIR, in a folder a language, and
                     DIR/samples.json with their pages and lines, for a runner or compiler of yours`;

async function main(args: readonly string[]): Promise<void> {
  const {
    questions: isAsked = false,
    against,
    agents = false,
    samples,
  } = readArguments(args, {
    options: {
      questions: { type: "boolean" },
      against: { type: "string" },
      agents: { type: "boolean" },
      samples: { type: "string" },
    },
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
    const found = await readProject(project);
    const { site } = found;
    sizes.push(describeSize(site));
    const findings = await checkProject(found);
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
    if (agents) {
      const { findings: ofAgents, summary } = await checkAgents(site);
      report(...ofAgents);
      results.push(summary);
    }
    if (!isAsked) continue;
    const outcomes = await askAll(project, found, questions);
    report(...describeOutcomes(outcomes));
    results.push(outcomes.length > 0 ? summarize(outcomes) : `${project.content} has no questions.yaml: no question is asked.`);
    if (against === undefined) continue;
    const before = await withContentAt(project, against, async (then) => askAll(then, await readProject(then), questions));
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
