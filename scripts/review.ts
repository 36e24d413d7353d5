import { getConfig } from "../lib/config/config.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";
import { findMergeBase } from "./review/history.ts";
import { toMarkdown } from "./review/markdown.ts";
import { type Review, reviewProject } from "./review/review.ts";

const help = `npm run review -- --against COMMIT [--samples FOLDER]… [--json]

Prints what a branch changes for readers, as Markdown for a pull request: pages, dead links, questions won and lost, changes of
the API, and the pages that mention what the API says no longer.

  --against COMMIT   the branch or commit to compare with, such as main; what it has that this branch does not have yet is left out
  --samples FOLDER   a folder of code samples in which mentions are looked for, too; may be given several times
  --json             the same as JSON`;

loadEnv();
await runCommand(help, async (args) => {
  const { values } = readArguments(args, {
    options: { against: { type: "string" }, samples: { type: "string", multiple: true, default: [] }, json: { type: "boolean" } },
  });
  const { against, samples, json = false } = values;
  if (against === undefined) throw new UsageError("Say what to compare with: --against main.");
  const reviews: Review[] = [];
  for (const project of getConfig().projects) {
    const commit = await findMergeBase(project.content, against);
    reviews.push(await reviewProject(project, { against, commit, samples }));
  }
  console.log(json ? JSON.stringify(reviews, null, 2) : reviews.map(toMarkdown).join("\n\n"));
});
