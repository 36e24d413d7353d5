import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../../../internal/testing/config.ts";
import { createFiles } from "../../../internal/testing/content.ts";
import { getMainProject } from "../../config/config.ts";
import { buildSite } from "../../content/content.ts";
import type { Audience } from "../../content/site/site.ts";
import { resetProcessState } from "../../process-state.ts";
import { searchSite } from "../../search/request.ts";
import { replaceSite } from "../stored/sites.ts";
import { latestSite } from "./current.ts";
import { listReaderSites, publicSite, siteFor } from "./reader-site.ts";

const undo: (() => unknown)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

const GROUPS = ["beta", "staff", "press"];
const audienceOf = (group: string): Audience => ({ isSignedIn: true, groups: [group] });

async function serve(readerSites: number): Promise<void> {
  undo.push(resetProcessState("sites", "parsed", "engines", "reader-sites"));
  const settings = {
    organisation: { id: "acme", name: "Acme" },
    projects: [{ id: "docs", domain: "docs", name: "Docs" }],
    access: { groups: Object.fromEntries(GROUPS.map((group) => [group, []])), signIn: { password: {} } },
    limits: { readerSites },
  };
  undo.push(replaceSettings(settings, { SITE_SECRET: "s".repeat(40) }));
  const closed = GROUPS.map((group) => [`${group}.mdx`, `---\ngroups: [${group}]\n---\n# Locks of ${group}`]);
  const files = createFiles({ "index.mdx": "# Open locks", ...Object.fromEntries(closed) });
  replaceSite("docs", await buildSite(getMainProject(), files, { access: { readers: "everyone", groups: GROUPS } }));
}

test("a site of readers that was dropped for others answers as before, with nothing of theirs", async () => {
  await serve(2);
  const everybody = await publicSite();
  const ask = async (group: string) => {
    const site = await siteFor(audienceOf(group));
    const found = await searchSite(site, { query: "locks", pageSize: 10 });
    return { pages: site.pages.map(({ path }) => path), found };
  };
  const first = await ask("beta");
  const dropped = await siteFor(audienceOf("beta"));
  await ask("staff");
  await ask("press");
  const kept = listReaderSites(await latestSite("docs")).map(([audience]) => audience.groups);
  expect(kept).toEqual([[], ["staff"], ["press"]]);
  expect(await ask("beta")).toEqual(first);
  expect(first.pages).toEqual(["/docs", "/docs/beta"]);
  expect(await siteFor(audienceOf("beta"))).not.toBe(dropped);
  expect(await publicSite()).toBe(everybody);
});

test("the sites that were asked for last are kept", async () => {
  await serve(2);
  const beta = await siteFor(audienceOf("beta"));
  await siteFor(audienceOf("staff"));
  await siteFor(audienceOf("beta"));
  await siteFor(audienceOf("press"));
  expect(await siteFor(audienceOf("beta"))).toBe(beta);
});
