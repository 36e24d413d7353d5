import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { replaceSettings } from "../internal/testing/config.ts";
import { createFiles } from "../internal/testing/content.ts";
import { makeFolder } from "../internal/testing/folder.ts";
import { getMainProject } from "../lib/config/config.ts";
import { buildSite } from "../lib/content/content.ts";
import { errorIn, warningIn } from "../lib/finding.ts";
import { describeUnanswered } from "./check-questions.ts";

const glaze = "---\ntitle: Glaze a bowl\n---\n\n## Dip it\n\nTo glaze a bowl, dip it into the glaze for three seconds.\n";
const kiln = "---\ntitle: Fire a kiln\n---\n\nHeat the kiln slowly for nine hours. Open it when it is cold.\n";
const clay =
  "---\ntitle: Store clay\n---\n\n## Keep clay moist\n\nStore clay in a closed bag with a wet towel.\n\n## Throw away\n\nDry scraps go into the bin.\n";
const weather = "---\ntitle: Weather\n---\n\nRain falls on the just.\n";

test("a starter question needs a language of the site, and is worth a warning where no page answers it", async () => {
  const project = { id: "docs", domain: "docs", name: "Docs" };
  const restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project] });
  try {
    const site = await buildSite(getMainProject(), createFiles({ "glaze.mdx": glaze, "fire.mdx": kiln }));
    const findings = await describeUnanswered(site, {
      en: ["How do I glaze a bowl?", "Who won the chess championship?"],
      fr: [],
    });
    const unanswered = 'assistant.starterQuestions.en: no page answers "Who won the chess championship?"';
    expect(findings).toEqual([
      // The questions that come with a new site outlive its starter pages.
      warningIn("docent.config.ts", expect.stringContaining(unanswered)),
      errorIn("docent.config.ts", expect.stringContaining('assistant.starterQuestions.fr: the site has no language "fr"')),
    ]);
  } finally {
    restore();
  }
});

test("a starter question in a language that a folder in place of the content lacks is nobody's", async () => {
  const languages = ["en", "es"].map((id) => ({ id, label: id }));
  const restore = replaceSettings({
    organisation: { id: "acme", name: "Acme" },
    projects: [{ id: "docs", domain: "docs", name: "Docs", languages }],
  });
  try {
    const site = await buildSite({ ...getMainProject(), isReplaced: true }, createFiles({ "glaze.mdx": glaze }));
    expect(await describeUnanswered(site, { es: ["¿Quién ganó el campeonato de ajedrez?"] })).toEqual([]);
  } finally {
    restore();
  }
});

describe("npm run check -- --questions", () => {
  const root = makeFolder();
  let config: string;
  const at = (name: string) => path.join(root, name);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false", ...args], { cwd: root });
  const ask = (entries: string) => writeFileSync(at("content/questions.yaml"), entries);

  beforeAll(() => {
    mkdirSync(at("content"));
    for (const [name, text] of Object.entries({ glaze, kiln, clay, weather })) writeFileSync(at(`content/${name}.mdx`), text);
    config = at("docent.config.json");
    const project = { id: "docs", domain: "docs", name: "Docs", content: at("content") };
    writeFileSync(config, JSON.stringify({ organisation: { id: "acme", name: "Acme" }, projects: [project] }));
    git("init", "--quiet");
    git("add", "--all");
    git("commit", "--quiet", "--message", "first");
  });

  function check(...args: string[]): Promise<{ code: unknown; lines: string[] }> {
    const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: "test" as const, DOCENT_DATA_DIR: at("data"), DOCENT_CONFIG: config };
    return new Promise((resolve) => {
      execFile(process.execPath, ["scripts/check.ts", ...args], { env }, (failure, output, errors) =>
        resolve({
          code: failure ? failure.code : 0,
          lines: (output + errors)
            .split("\n")
            .filter((line) => line.includes("uestion") || / (?:won|lost)|^(?:--|Option)/.test(line)),
        }),
      );
    });
  }

  test("passes where each question is found, quoted and shown, and refused where nothing answers", async () => {
    ask(`
- question: How do I glaze a bowl?
  answeredBy: /docs/glaze#dip-it
  shows: three seconds
- question: How do I fire a kiln in Blender?
  answeredBy: /docs/kiln
- search: moist clay
  answeredBy: /docs/clay#keep-clay-moist
- question: Who won the chess championship?
  answeredBy: none
- question: How do I paint a fence?
  todo: true
- question: Can I fire glass in the kiln?
  answer: No. Ask the glass workshop.
  answeredBy: /docs/weather
`);
    const { code, lines } = await check("--questions");
    expect(lines).toEqual([
      expect.stringMatching(
        /yaml:5 warning: The question .*the assistant quotes \/docs\/kiln, and doubts it: “.*Nothing here mentions \*Blender\*/,
      ),
      expect.stringMatching(/yaml:11 warning: The question "How do I paint a fence\?": the assistant says .* nearest page is/),
      "6 questions: 4 pass, 1 pass and are doubted, 0 fail, 1 are todo.",
    ]);
    expect(code).toBe(0);
  });

  test("names for each failure the line, the reason and what is there instead", async () => {
    ask(`
- question: How do I glaze a bowl?
  answeredBy: /docs/weather
- question: How do I glaze a bowl?
  answeredBy: /docs/glaze
  shows: sea salt
- search: moist clay
  answeredBy: /docs/clay#throw-away
- search: chess championship
  answeredBy: /docs/kiln
- question: How do I glaze a bowl?
  answeredBy: none
- question: How do I store clay?
  answeredBy: /docs/klay
- question: How do I store clay?
  answeredBy: /docs/clay#moist
- question: How do I glaze a bowl?
  todo: true
- question: How do I glaze a bowl?
  version: v7
`);
    const { code, lines } = await check("--questions");
    expect(lines).toEqual([
      expect.stringMatching(
        /yaml:2 error: The question .*the search misses \/docs\/weather; first is \/docs\/glaze#dip-it; the assistant quotes \/docs\/glaze#dip-it.*, not \/docs\/weather\.$/,
      ),
      expect.stringMatching(/yaml:4 error: .*the assistant quotes \/docs\/glaze#dip-it.* without “sea salt”\.$/),
      expect.stringMatching(
        /yaml:7 error: The search "moist clay": the search opens \/docs\/clay#keep-clay-moist, not \/docs\/clay#throw-away\.$/,
      ),
      expect.stringMatching(/yaml:9 error: The search "chess championship": the search misses \/docs\/kiln; it finds nothing\.$/),
      expect.stringMatching(
        /yaml:11 error: .*nothing answers it here, and the assistant quotes \/docs\/glaze#dip-it.* without doubt\.$/,
      ),
      expect.stringMatching(/yaml:13 error: .*There is no page at \/docs\/klay\. Did you mean \/docs\/clay or .*\?$/),
      expect.stringMatching(/yaml:15 error: .*\/docs\/clay has no section #moist; it has #keep-clay-moist, #throw-away\.$/),
      expect.stringMatching(/yaml:19 error: .*the site has no version "v7"; it has none\.$/),
      expect.stringMatching(/yaml:17 warning: .*passes now: remove todo\.$/),
      "9 questions: 1 pass, 0 pass and are doubted, 8 fail, 0 are todo.",
    ]);
    expect(code).toBe(1);
  });

  test("tells with --against what the content has won and lost since a commit", async () => {
    ask(`
- question: How do I glaze a bowl?
  answeredBy: /docs/glaze
- question: How do I paint a fence?
  answeredBy: /docs/fence
- question: How do I store clay?
  answeredBy: /docs/clay
`);
    writeFileSync(at("content/glaze.mdx"), weather);
    writeFileSync(at("content/fence.mdx"), "---\ntitle: Paint a fence\n---\n\nTo paint a fence, take a wide brush.\n");
    const { code, lines } = await check("--questions", "--against", "HEAD");
    expect(lines.slice(-3)).toEqual([
      expect.stringMatching(/^won: .*yaml:4: The question "How do I paint a fence\?": before, There is no page at \/docs\/fence/),
      expect.stringMatching(/^lost: .*yaml:2: The question "How do I glaze a bowl\?": .*\/docs\/glaze/),
      "1 won, 1 lost.",
    ]);
    expect(code).toBe(1);
  });

  test.each([
    [["--against", "HEAD"], /^--against belongs to --questions: give both\./],
    [["--questions", "--against", "nothing"], /^--against nothing is not a commit of the repository of .*content/],
    [["--questions", "--against", "--output=/tmp/x"], /against/],
  ])("refuses %j with the remedy", async (args, says) => {
    ask("- question: How do I store clay?\n");
    const { code, lines } = await check(...args);
    expect(code).toBe(1);
    expect(lines.join("\n")).toMatch(new RegExp(says.source, "m"));
  });

  test("names a wrong entry also without --questions, and asks nothing", async () => {
    ask("- question: How do I paint a boat?\n  anwser: /docs\n");
    const { code, lines } = await check();
    expect(lines).toEqual([expect.stringMatching(/questions\.yaml:2 error: anwser is not a field; an entry has question,/)]);
    expect(code).toBe(1);
  });
});
