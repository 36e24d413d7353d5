import { expect, test } from "vitest";
import { fragments } from "../../../internal/testing/assistant-link-filter.ts";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import { LinkFilter } from "./link-filter.ts";
import { agedDays, Retrieval } from "./retrieval.ts";

test("knows the addresses of a page that also holds one endless word, without trying every letter of it", async () => {
  const word = "e".repeat(150_000);
  const site = await siteOf({ keys: ["Keys", `Write to help.desk+docs@docs.test.\n\n    ${word}\n\nSee https://a.test/keys.`] });
  const retrieval = new Retrieval(site.project);

  for (const passage of site.passages) retrieval.recordPassage(passage);

  const known = ["help.desk+docs@docs.test", "https://a.test/keys", "desk+docs@docs.test"].map((url) => retrieval.allows(url));
  expect(known).toEqual([true, true, false]);
});

test("a quoted link stays within the site, unless the text that was found says its address", async () => {
  const site = await siteOf({ keys: ["Keys", "See [Limits](/docs/limits), https://a.test/keys or help@a.test."] });
  const retrieval = new Retrieval(site.project);
  const [passage] = site.passages;
  if (!passage) throw new Error("The page has no passage.");
  retrieval.recordPassage(passage);

  const links = ["/docs/limits", "#top", "https://docs.test/docs/limits", "https://a.test/keys", "mailto:help@a.test"];
  const elsewhere = [
    "https://evil.test",
    "//evil.test",
    "https://docs.test.evil.test/",
    "mailto:a@evil.test",
    "javascript:alert(1)",
  ];
  expect(links.map((link) => retrieval.urlOfLink(passage, link))).toEqual([
    "https://docs.test/docs/limits",
    `https://docs.test${passage.path}#top`,
    ...links.slice(2),
  ]);
  expect(elsewhere.map((link) => retrieval.urlOfLink(passage, link))).toEqual(elsewhere.map(() => undefined));
});

test("numbers continue those of the thread, a place keeps its number, and an invented one is removed", async () => {
  const site = await siteOf({ keys: ["Keys", "A key."], a: ["A", "An a."], b: ["B", "A b."] });
  const history = [
    { role: "user" as const, text: "See [9](https://docs.test/docs/b)" },
    { role: "assistant" as const, text: "A key [1](https://docs.test/docs/a). More [2](https://docs.test/docs/c)." },
  ];
  const retrieval = new Retrieval(site.project, history);
  retrieval.recordSearch([], 5);
  for (const passage of site.passages) retrieval.recordPassage(passage);
  const numbers = Object.fromEntries(site.passages.map((passage) => [passage.path, retrieval.marker(passage)]));
  expect(numbers).toEqual({ "/docs/keys": "[3]", "/docs/a": "[1]", "/docs/b": "[4]" });
  const filter = new LinkFilter(retrieval);
  const shown = filter.push("B [4], a [1], keys [3], none [2] and [99], `list[0]` and [0].") + filter.flush();
  expect(shown).toBe(
    "B [3](https://docs.test/docs/b), a [1](https://docs.test/docs/a), keys [4](https://docs.test/docs/keys), none  and , `list[0]` and [0].",
  );
  expect(retrieval.sources.map(({ id }) => id)).toEqual(["3", "1", "4"]);
});

/** A place and its page as a text may link to them. */
function addressesOf(url: string): string[] {
  const page = url.split("#")[0] as string;
  const urls = [url, page].flatMap((each) => [each, each.replace("https://docs.test", "")]);
  return urls.flatMap((each) => [`](${each})`, `<${each}>`]);
}

async function findAll(): Promise<Retrieval> {
  const site = await siteOf({ keys: ["Keys", "A.\n\n## Create\n\nB."], a: ["A", "A."], b: ["B", "B."], c: ["C", "C."] });
  const retrieval = new Retrieval(site.project);
  const passages = site.passages.flatMap((passage) => [passage, { ...passage, anchor: "create", heading: "Create" }]);
  for (const passage of passages) retrieval.recordPassage(passage);
  return retrieval;
}

test.each([
  ["a link without words", "[![](https://docs.test/a.png)](/docs/a) Run it [1]."],
  ["a piece of which only its letters can be shown", "http【3】[b][]! Run it [1]."],
])("%s that is dropped takes no number from the citation after it", async (_, text) => {
  const retrieval = await findAll();
  const filter = new LinkFilter(retrieval);
  expect(filter.push(text) + filter.flush()).toContain("[1](https://docs.test/docs/");
  expect(retrieval.sources).toHaveLength(1);
});

test("every source is linked in what is shown, whatever is dropped of a text", { timeout: 120_000 }, async () => {
  for (const { text } of fragments(4, 10_000)) {
    const retrieval = await findAll();
    const filter = new LinkFilter(retrieval);
    const shown = filter.push(text) + filter.flush();
    const isLinked = ({ url }: { url: string }) => addressesOf(url).some((address) => shown.includes(address));
    if (!retrieval.sources.every(isLinked))
      expect.fail(`${JSON.stringify(text)} cites ${JSON.stringify(retrieval.sources)} and shows ${JSON.stringify(shown)}`);
  }
});

test("a source of a page that is older than a year says the day of its last change, and a younger one none", async () => {
  const built = await siteOf({ keys: ["Keys", "Press New."], fees: ["Fees", "Pay."], rules: ["Rules", "Ask."] });
  const dates: Readonly<Record<string, string>> = { keys: "2024-03-01T10:00:00Z", fees: "2025-12-02T10:00:00Z" };
  const pages = built.pages.map((page) => ({ ...page, lastModified: dates[page.slug] ?? null }));
  const site = { ...built, pages };
  const retrieval = new Retrieval(site.project, [], agedDays(site, Date.parse("2026-11-28")));
  for (const passage of site.passages) {
    retrieval.recordPassage(passage);
    retrieval.cite(Number(/\d+/.exec(retrieval.marker(passage))?.[0]));
  }
  const titles = retrieval.sources.map(({ title }) => title).sort();
  expect(titles).toEqual(["Fees", "Keys (2024-03-01)", "Rules"]);
});

test("a place of another version than the reader's says which", async () => {
  const { project } = await siteOf({ keys: ["Keys", "Press New."] });
  const versions = [
    { id: "v2", label: "2.x" },
    { id: "v3", label: "3.x beta" },
  ];
  const name = (version: string | null, reads?: string) =>
    new Retrieval({ ...project, versions, defaultVersion: "v2" }, [], undefined, reads).nameOf({
      title: "Keys",
      heading: "",
      path: "/docs/keys",
      version,
    });
  expect([name("v2"), name("v3"), name(null), name("v3", "v3"), name("v2", "v3")]).toEqual([
    "Keys",
    "Keys (3.x beta)",
    "Keys",
    "Keys",
    "Keys (2.x)",
  ]);
});
