import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { buildSite } from "../../lib/content/content.ts";
import { PlainLanding } from "./landing.tsx";

test("first pages have their own titles, also those of an API, which the sidebar calls overviews", async () => {
  const operation = { tags: ["Trips"], summary: "List trips", responses: { 200: { description: "Trips" } } };
  const tags = [{ name: "Trips", description: "What a train does." }];
  const info = { title: "Train API", version: "1", description: "All trains." };
  const description = JSON.stringify({ openapi: "3.1.0", info, tags, paths: { "/trips": { get: operation } } });
  const files = createFiles({ "index.mdx": "# Start" }, description);
  const site = await buildSite(createProject({ apiDescription: "openapi.json" }), files);
  const html = renderToStaticMarkup(<PlainLanding site={site} language="en" />);
  const titles = [...html.matchAll(/<span class="font-\[650\]">([^<]*)/g)].map(([, title]) => title);
  expect(titles).toEqual(["Start", "Train API", "Trips", "List trips"]);
});
