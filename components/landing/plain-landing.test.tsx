import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { buildSite } from "../../lib/content/content.ts";
import { PlainLanding } from "./landing.tsx";

test("a landing page has search, a card for each part of the guides, and the API and the changelog apart", async () => {
  const operation = { tags: ["Trips"], summary: "List trips", responses: { 200: { description: "Trips" } } };
  const tags = [{ name: "Trips", description: "What a train does." }];
  const info = { title: "Train API", version: "1", description: "All trains." };
  const description = JSON.stringify({ openapi: "3.1.0", info, tags, paths: { "/trips": { get: operation } } });
  const files = {
    "index.mdx": "---\ntitle: Start\ndescription: Where to begin.\n---\n",
    "stations/meta.json": JSON.stringify({ title: "Stations", description: "Platforms and lifts." }),
    "stations/find.mdx": "# Find a station",
    "stations/lifts.mdx": "# Lifts",
    "news.mdx": "---\ntitle: News\nrss: true\n---\n",
  };
  const site = await buildSite(createProject({ apiDescription: "openapi.json" }), createFiles(files, description));
  const html = renderToStaticMarkup(<PlainLanding site={site} language="en" />);
  const words = html.replaceAll(/<[^>]+>/g, "|").replaceAll(/\|+/g, "|");
  expect(html).toContain("data-open-search");
  expect(words).toContain("|Start reading|API reference|News|");
  expect(words).toContain("|Start|Where to begin.|Stations|Platforms and lifts.|Find a station|Lifts|");
  expect(html.match(/href="[^"]*"/g)).toHaveLength(6);
});
