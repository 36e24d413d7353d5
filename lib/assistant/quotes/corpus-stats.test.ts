import { describe, expect, test } from "vitest";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import { corpusStats } from "./corpus-stats.ts";

describe("typicality", () => {
  const pages = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`page-${i}`, ["Webhooks", `A webhook with number ${i} calls the server.`] as const]),
  );

  test("is high for what the docs speak of more than other texts do, and low for what others speak of", async () => {
    const { typicality } = corpusStats(await siteOf(pages), "en");
    const [own, mixed, foreign] = ["webhook server", "webhook government", "government people"].map(typicality) as number[];
    expect(own).toBeGreaterThan(1.5);
    expect(mixed).toBeLessThan(own as number);
    expect(foreign).toBeLessThan(-0.3);
    expect(foreign).toBeLessThan(mixed as number);
  });

  test("of a few pages says little of the words that they lack", async () => {
    const few = corpusStats(await siteOf({ hooks: ["Webhooks", "A webhook calls the server."] }), "en");
    const many = corpusStats(await siteOf(pages), "en");
    expect(few.typicality("sourdough")).toBeGreaterThan(-0.1);
    expect(many.typicality("sourdough")).toBeLessThan(few.typicality("sourdough") ?? 0);
  });

  test("of nothing is the least, and of a language whose words nobody counted none", async () => {
    const site = await siteOf(pages);
    expect(corpusStats(site, "en").typicality("?")).toBe(-2);
    expect(corpusStats(site, "es").typicality("webhook")).toBeUndefined();
  });
});
