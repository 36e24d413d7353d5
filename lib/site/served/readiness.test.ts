import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../../../internal/testing/config.ts";
import { createFiles } from "../../../internal/testing/content.ts";
import { getMainProject } from "../../config/config.ts";
import { buildSite } from "../../content/content.ts";
import type { Audience } from "../../content/site/site.ts";
import { resetProcessState } from "../../process-state.ts";
import { hasEngines } from "../../search/engines.ts";
import { searchSite } from "../../search/request.ts";
import { replaceSite } from "../stored/sites.ts";
import { siteFor } from "./reader-site.ts";
import { followReaders } from "./readiness.ts";

const undo: (() => unknown)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

const BETA: Audience = { isSignedIn: true, groups: ["beta"] };
const STAFF: Audience = { isSignedIn: true, groups: ["staff"] };

async function serve(words: string): Promise<void> {
  const access = { readers: "everyone", groups: ["beta", "staff"] } as const;
  const closed = Object.fromEntries(
    ["beta", "staff"].map((group) => [`${group}.mdx`, `---\ngroups: [${group}]\n---\n# ${words} ${group}`]),
  );
  replaceSite("docs", await buildSite(getMainProject(), createFiles({ "index.mdx": `# Open ${words}`, ...closed }), { access }));
}

test("after a change, search is there for the readers who searched before it, and for no others", async () => {
  undo.push(resetProcessState("sites", "parsed", "engines", "reader-sites"));
  const project = { id: "docs", domain: "docs", name: "Docs" };
  const access = { groups: { beta: [], staff: [] }, signIn: { password: {} } };
  undo.push(
    replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project], access }, { SITE_SECRET: "s".repeat(40) }),
  );
  await serve("locks");
  followReaders();
  await searchSite(await siteFor(BETA), { query: "locks", pageSize: 5 });
  await siteFor(STAFF);
  await serve("bridges");
  const after = await siteFor(BETA);
  await expect.poll(() => hasEngines(after), { timeout: 20_000 }).toBe(true);
  expect(await searchSite(after, { query: "bridges beta", pageSize: 1 })).toMatchObject([{ path: "/docs/beta" }]);
  expect(hasEngines(await siteFor(STAFF))).toBe(false);
});
