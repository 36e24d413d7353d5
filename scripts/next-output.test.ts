import { expect, test } from "vitest";
import { createNoiseFilter } from "./next-output.ts";

const filter = (text: string) => text.split("\n").filter(createNoiseFilter()).join("\n");

test("a build shows what an author needs", () => {
  const output = `▲ Next.js 16.4.5 (Turbopack)
Generating route types...
✓ Types generated successfully
1/4 Reading the API description content/openapi.yaml.
kiln: 24 pages (17 files, 7 of the API), 80 passages.
✓ Running next.config.mjs took 4.6s
- Experiments (use with caution):
  · cpus: 2
  ✓ globalNotFound
  ⨯ isrFlushToDisk

  Creating an optimized production build ...
✓ Compiled successfully in 30.7s
  Skipping validation of types
  Finished TypeScript config validation in 73ms ...
  Collecting page data using 2 workers ...
  Generating static pages using 2 workers (0/328) ...
✓ Generating static pages using 2 workers (328/328) in 10.9s
  Finalizing page optimization ...

Route (app)                                  Revalidate  Expire
┌ ○ /                                               30s      1m
├   /[lang]/~
│ └ ● /es/~                                         30s      1m
├   /docs/[[...slug]]
│ ├ ● /docs/api                                     30s      1m
└ ƒ /v1/health


ƒ Proxy (Middleware)

○  (Static)   prerendered as static content
●  (SSG)      prerendered as static HTML (uses generateStaticParams)
ƒ  (Dynamic)  server-rendered on demand


SITE_URL is not set.`;
  expect(filter(output)).toBe(`▲ Next.js 16.4.5 (Turbopack)
1/4 Reading the API description content/openapi.yaml.
kiln: 24 pages (17 files, 7 of the API), 80 passages.
✓ Compiled successfully in 30.7s
SITE_URL is not set.`);
});

test.each([
  [
    "an error of types",
    "✓ Types generated successfully\n\napp/page.tsx(3,7): error TS2322: no\n",
    "app/page.tsx(3,7): error TS2322: no\n",
  ],
  [
    "an error between the rows",
    "Route (app)\n┌ ○ /\nError: a page failed\n    at render\n\n● [+3 more]",
    "Error: a page failed\n    at render\n\n● [+3 more]",
  ],
  ["a list of its own after experiments", "- Experiments (use with caution):\n  · a\nWords\n  · not one", "Words\n  · not one"],
  ["what a later version may say", "- Experiments:\n  · a\nRoutes\n/ 30s", "- Experiments:\n  · a\nRoutes\n/ 30s"],
  ["colours of a line that is kept", "\u001b[32m✓\u001b[0m Ready in 1s", "\u001b[32m✓\u001b[0m Ready in 1s"],
  ["coloured noise is noise", "\u001b[1m  Collecting page data ...\u001b[0m\nx", "x"],
])("%s is shown as it is", (_, written, shown) => expect(filter(written)).toBe(shown));
