import { INTRODUCTION } from "../../lib/content/check/changed-sections.ts";
import { counted } from "../../lib/counted.ts";
import { forTerminal, placeOf } from "../../lib/finding.ts";
import type { Review } from "./review.ts";

/** Lines of a list; more are counted. */
const MAX_LINES = 50;
/** GitHub takes 65,536 characters of a comment. */
const MAX_CHARS = 60_000;

/** Writes a review as Markdown; one line where nothing has changed. Words of the content are code, and never links or HTML. */
export function toMarkdown({ project, against, commit, pages, findings, questions, api, mentions, notCompared }: Review): string {
  const { added, changed, moved, removed } = pages;
  const lostAddresses = [...moved, ...removed].filter(({ redirected }) => !redirected).length;
  const since = `${code(against)} (${commit.slice(0, 8)})`;
  const sections = [
    section("Pages", [
      ...added.map(({ path, title }) => `Added ${code(path)}: ${code(title)}`),
      ...moved.map(
        ({ from, path, redirected }) => `Moved ${code(from)} to ${code(path)}${redirected ? "" : `. **${NO_REDIRECT}**`}`,
      ),
      ...removed.map(({ path, redirected }) => `Removed ${code(path)}${redirected ? "" : `. **${NO_REDIRECT}**`}`),
      ...changed.map(
        ({ path, sections: names }) => `Changed ${code(path)}${names.length > 0 ? `: ${listOf(names.map(nameOf))}` : ""}`,
      ),
    ]),
    section(
      "New findings",
      findings.map(
        (finding) =>
          `${finding.severity === "error" ? "**error**" : "warning"} ${code(placeOf(finding))}: ${code(finding.message)}`,
      ),
    ),
    section("Questions", [
      ...questions.lost.map((line) => `**Lost** ${code(line)}`),
      ...questions.won.map((line) => `Won ${code(line)}`),
    ]),
    section("API", listApiChanges(api)),
    section(
      "Pages that mention what the API says no longer",
      mentions.map(
        ({ file, line, sentence, outdated }) =>
          `${code(`${file}:${line}`)} says ${describeOutdated(outdated)}: ${code(sentence)}`,
      ),
    ),
  ].filter((text) => text !== "");
  const notes = notCompared.map((address) => `The description at ${code(address)} is fetched, so its changes are not compared.`);
  if (sections.length === 0) return [`No changes for readers of ${code(project)} since ${since}.`, ...notes].join("\n\n");
  const counts = [
    [added.length, "page added", "pages added"],
    [changed.length, "changed", "changed"],
    [moved.length, "moved", "moved"],
    [removed.length, "removed", "removed"],
    [lostAddresses, "address without a redirect", "addresses without a redirect"],
    [findings.length, "new finding", "new findings"],
  ] as const;
  const breaking = api.removed.length + api.changed.filter((change) => change.breaking).length;
  const asked = questions.asked > 0 ? [`${counted(questions.won.length, "question")} won, ${questions.lost.length} lost`] : [];
  const summary = [
    ...counts.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${count === 1 ? one : many}`),
    ...asked,
    ...(breaking > 0 ? [counted(breaking, "breaking change")] : []),
    ...(mentions.length > 0 ? [`${counted(mentions.length, "mention")} of what is gone`] : []),
  ];
  const text = [`## Review of ${code(project)} against ${since}`, `${summary.join(", ")}.`, ...sections, ...notes].join("\n\n");
  return text.length > MAX_CHARS
    ? `${text.slice(0, text.lastIndexOf("\n", MAX_CHARS))}\n\nThe rest is left out; --json has all.`
    : text;
}

const NO_REDIRECT = "The old address is a 404: add a redirect";

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const rest = lines.length - MAX_LINES;
  const shown = [...lines.slice(0, MAX_LINES), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return `### ${title}\n\n${shown.map((line) => `- ${line}`).join("\n")}`;
}

/** Lists the changes of an API, breaking ones first. */
function listApiChanges({ added, removed, deprecated, changed }: Review["api"]): string[] {
  const describe = ({ operation, what }: (typeof changed)[number]) => `${code(operation)}: ${code(what)}`;
  return [
    ...removed.map((operation) => `**Breaking** ${code(operation)} is removed.`),
    ...changed.filter(({ breaking }) => breaking).map((change) => `**Breaking** ${describe(change)}`),
    ...added.map((operation) => `${code(operation)} is new.`),
    ...deprecated.map((operation) => `${code(operation)} is deprecated.`),
    ...changed.filter(({ breaking }) => !breaking).map(describe),
  ];
}

function describeOutdated({ kind, name, of, renamedTo, operations }: Review["mentions"][number]["outdated"]): string {
  const now = renamedTo === undefined ? "" : `, now ${code(renamedTo)}`;
  if (kind === "operation") return `${code(name)}${now}`;
  const within = of === undefined ? "" : ` of ${code(of)}`;
  const [first] = operations;
  const others = operations.length > 1 ? ` and ${operations.length - 1} more` : "";
  return `the ${kind} ${code(name)}${within}${now} (${code(first?.operation ?? "")}${others})`;
}

function nameOf(heading: string): string {
  return heading === INTRODUCTION ? "the introduction" : code(heading);
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 8).join(", ");
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}

/** Returns a text as code in one line, whatever backticks it has. */
function code(text: string): string {
  const line = forTerminal(text).trim() || " ";
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}
