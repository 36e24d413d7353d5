import { expect, test } from "vitest";
import { checkSite } from "../../lib/content/check/check.ts";
import { buildSite } from "../../lib/content/content.ts";
import { createFiles, createProject } from "../../lib/content/fixtures/project.ts";
import { toAllowSettings } from "./hosts.ts";

test("the hosts that a check names are settings to copy, each once", async () => {
  const texts = {
    "a.mdx": '![x](https://b.example/x.png) ![y](https://a.example/y.png) <video src="https://b.example/z.mp4" />',
    "b.mdx": '![x](https://b.example/x.png)\n\n<iframe src="https://player.example/1" title="x" />',
  };
  const findings = await checkSite(await buildSite(createProject(), createFiles(texts)), { hasPublicFile: () => true });
  expect(toAllowSettings(findings.flatMap(({ notAllowed }) => notAllowed ?? []))).toEqual([
    'images: { allow: ["a.example", "b.example"] },',
    'embeds: { allow: ["player.example"] },',
  ]);
});
