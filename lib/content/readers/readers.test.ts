import { afterEach, describe, expect, test } from "vitest";
import { replaceAccess } from "../../../internal/testing/config.ts";
import { createFiles, createProject } from "../../../internal/testing/content.ts";
import { AUDIENCES, createRandomSite, GROUPS, isOpenTo, type RandomSite } from "../../../internal/testing/readers.ts";
import { resetProcessState } from "../../process-state.ts";
import { searchSite } from "../../search/request.ts";
import { buildSite } from "../content.ts";
import type { Audience, Site } from "../site/site.ts";
import { PUBLIC } from "./rules.ts";

let restore: () => void = () => {};
afterEach(() => restore());

/** Settings under which a random site may be built; which readers there are is said to each build. */
function signIn(): void {
  const settings = { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "acme", domain: "acme", name: "Acme" }] };
  const groups = Object.fromEntries(GROUPS.map((name) => [name, []]));
  const undo = [replaceAccess(settings, { groups, signIn: { password: {} } }), resetProcessState("engines", "parsed")];
  restore = () => {
    for (const each of undo.toReversed()) each();
  };
}

function buildWhole({ access, write }: RandomSite): Promise<Site> {
  return buildSite(createProject(), write(), { access });
}

function siteFor(whole: Site, audience: Audience): Promise<Site> {
  if (!whole.forReaders) throw new Error("The site has no readers.");
  return whole.forReaders(audience);
}

describe.each(["folders", "docs.json"] as const)("random sites of %s", (kind) => {
  test.each(Array.from({ length: 10 }, (_, seed) => seed))(
    "%i holds no word of what an audience may not read, and every word of what it may",
    async (seed) => {
      const random = createRandomSite(seed, kind);
      const whole = await buildWhole(random);
      for (const [name, audience] of Object.entries(AUDIENCES)) {
        const site = JSON.stringify(await siteFor(whole, audience));
        const leaked = random.markers.filter(({ word, rule }) => !isOpenTo(rule, audience) && site.includes(word));
        const lost = random.markers.filter(({ word, rule }) => isOpenTo(rule, audience) && !site.includes(word));
        expect({ name, leaked, lost }).toEqual({ name, leaked: [], lost: [] });
      }
    },
  );

  test.each([0, 1, 2])("%i is for each audience as if nothing else had been written", async (seed) => {
    signIn();
    const random = createRandomSite(seed, kind);
    const whole = await buildWhole(random);
    for (const [name, audience] of Object.entries(AUDIENCES)) {
      const cut = await siteFor(whole, audience);
      const alone = await buildSite(createProject(), random.write(audience));
      // A description of which parts are closed is not served as the file that it is on the disk.
      const isServed = (name: string) => name !== "api/orders.json" || cut.assets.includes(name);
      const partsOf = ({ pages, passages, redirects, answers, questions, assets, folders, tree, openapi, project }: Site) => ({
        ...{ pages, passages, redirects, answers, questions, assets: assets.filter(isServed), folders, tree, openapi, project },
      });
      expect({ name, ...partsOf(cut) }).toEqual({ name, ...partsOf(alone) });
    }
  });

  test.each([
    [0, "up"],
    [1, "down"],
  ] as const)("%i is searched by each audience as if nothing else had been written, from the top %s", async (seed, order) => {
    signIn();
    const random = createRandomSite(seed, kind);
    const whole = await buildWhole(random);
    const queries = random.markers
      .filter(({ place }) => ["title", "text", "operation summary"].includes(place))
      .flatMap(({ word }) => [
        word,
        word.slice(0, 2),
        word.slice(0, 6),
        `${word.slice(0, 4)}x${word.slice(5)}`,
        `${word} refunds`,
      ]);
    const search = (site: Site) =>
      Promise.all(queries.map((query) => searchSite(site, { query, pageSize: 10 }, { completeLastWord: true })));
    // The owner's engine is there before those of readers.
    await search(whole);
    const audiences = Object.entries(AUDIENCES);
    for (const [name, audience] of order === "up" ? audiences : audiences.toReversed()) {
      const found = await search(await siteFor(whole, audience));
      const undo = resetProcessState("engines");
      const expected = await search(await buildSite(createProject(), random.write(audience)));
      undo();
      expect({ name, found }).toEqual({ name, found: expected });
    }
  });
});

test("a page that is closed by an update leaves nothing in the search of those who read it before", async () => {
  signIn();
  const access = { readers: "everyone", groups: [...GROUPS] } as const;
  const others = Object.fromEntries(
    Array.from({ length: 30 }, (_, page) => [
      `page-${page}.mdx`,
      `# Page ${page}\n\nRefunds and zephyr payments of order ${page}.\n`,
    ]),
  );
  const payroll = "# Payroll\n\nThe zephyrus payroll of quokkadrome has refunds.\n";
  const build = (pages: Readonly<Record<string, string>>) =>
    buildSite(createProject(), createFiles({ ...others, ...pages }), { access });
  const queries = ["zephyrus refunds", "zeph", "payroll", "payrol", "quokkadrome zephyr"];
  const search = (site: Site) =>
    Promise.all(queries.map((query) => searchSite(site, { query, pageSize: 10 }, { completeLastWord: true })));
  const before = await search(await siteFor(await build({ "payroll.mdx": payroll }), PUBLIC));
  const after = await search(await siteFor(await build({ "payroll.mdx": `---\ngroups: [staff]\n---\n${payroll}` }), PUBLIC));
  resetProcessState("engines");
  expect(after).toEqual(await search(await build({})));
  expect(after).not.toEqual(before);
});
