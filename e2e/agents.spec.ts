import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { computeScore, runChecks } from "afdocs";
import { expect, test } from "./fixtures.ts";
import { serverForTests } from "./server.ts";
import harbor from "./site/docent.config.ts";

/** Enough for what AFDocs reads in a minute, which no agent does. */
const limits = { textsPerAddressPerMinute: 100_000 };
// AFDocs compares pages for longer than a connection stays open by default, and takes one that was closed meanwhile for a fault.
const args = ["--keepAliveTimeout", "600000"];

const ofTestSite = serverForTests(async () => ({ config: { ...harbor, limits }, args }));

const ofDocsJson = serverForTests(async ({ folder }) => {
  const content = path.join(folder, "content");
  const pages = Array.from({ length: 40 }, (_, index) => `guides/step-${index}`);
  await mkdir(path.join(content, "guides"), { recursive: true });
  for (const [index, page] of pages.entries())
    await writeFile(
      path.join(content, `${page}.mdx`),
      `---\ntitle: Step ${index}\ndescription: What to do in step ${index}.\n---\n\nThe quay has a crane for step ${index}, which lifts all that a ship brings.\n\n## How to use the crane ${index}\n\n<Note>Wait for the light before you enter the crane of step ${index}.</Note>\n\n\`\`\`sh\ncrane --step ${index}\n\`\`\`\n`,
    );
  await writeFile(path.join(content, "docs.json"), JSON.stringify({ name: "Quay", navigation: { pages } }));
  const projects = [{ id: "quay", domain: "quay", name: "Quay", content }];
  return { config: { organisation: { id: "quay", name: "Quay" }, projects, limits }, args };
});

for (const [name, server] of Object.entries({ "the test site": ofTestSite, "a docs.json repository": ofDocsJson }))
  test(`AFDocs gives ${name} 100 of 100`, async () => {
    test.setTimeout(300_000);
    const report = await runChecks(server.url, { requestDelay: 0, samplingStrategy: "deterministic", maxLinksToTest: 30 });
    const poor = report.results.filter(({ status }) => status !== "pass" && status !== "skip");
    expect(poor.map(({ id, status, message }) => `${id}: ${status}: ${message}`)).toEqual([]);
    expect(computeScore(report).overall).toBe(100);
  });
