import { writeFile } from "node:fs/promises";
import path from "node:path";
import { HOSTILE_SETTINGS, OWN_ADDRESSES } from "../../lib/content/fixtures/hostile-settings.ts";
import { type Attack, ask, countStatuses, post, type Reply, takeSiteToken } from "./attack.ts";
import { publish } from "./pages.ts";
import { residentMiB } from "./target.ts";

const withoutPolicy = ({ headers }: Reply) =>
  headers.get("content-type")?.startsWith("text/html") && !headers.has("content-security-policy");

/** Memory that a server may hold more of after 1,500 unknown addresses; pages that it kept would be 450 MiB. */
const mostMiB = 200;

/** Addresses that the router takes for pages where nothing is asked before it. */
const pagesWithoutProxy: Attack = {
  name: "door 1: 1,500 addresses below /api and /_next",
  run: async (target) => {
    const before = residentMiB(target.pid);
    const known = ["/api/docs", "/api/docs/quickstart", "/_next/docs/quickstart", "/v1/docs/quickstart", "/api/card/%"];
    const replies = await Promise.all(known.map((path) => ask(target, path)));
    for (let count = 0; count < 1_500; count += 20) {
      const paths = Array.from(
        { length: 20 },
        (_, lane) => `/${lane % 2 ? "api" : "_next"}/docs/${count + lane}-${Math.random()}`,
      );
      replies.push(...(await Promise.all(paths.map((path) => ask(target, path)))));
    }
    const grownMiB = residentMiB(target.pid) - before;
    const faults = {
      "a page is shown": replies.some(({ status }) => status === 200),
      "HTML without a policy": replies.some(withoutPolicy),
      [`${grownMiB} MiB more`]: grownMiB > mostMiB,
    };
    return {
      statuses: countStatuses(replies),
      seen: `${grownMiB} MiB more`,
      bad: Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [fault] : [])),
    };
  },
};

/** Pictures in other sizes, which cost the processor and nothing of the site asks for. */
const resizedPictures: Attack = {
  name: "door 2: 40 pictures to be made smaller",
  run: async (target) => {
    const widths = [640, 750, 828, 1080, 1200, 1920, 2048, 3840];
    const paths = Array.from(
      { length: 40 },
      (_, count) => `/_next/image?url=%2Fimages%2Fsearch-box.png&w=${widths[count % widths.length]}&q=${60 + (count % 5) * 5}`,
    );
    const replies = await Promise.all(paths.map((path) => ask(target, path)));
    return { statuses: countStatuses(replies), bad: replies.some(({ status }) => status !== 404) ? ["is not a 404"] : [] };
  },
};

/** A page that came by an update, and what of it must not be in the page that is shown. */
const hostilePages: readonly (readonly [name: string, source: string, forbidden: RegExp])[] = [
  [
    "door 3: a page with classes that cover the site",
    `<div className="fixed inset-0 z-60">x</div>\n\n<a href="https://away.example" className="absolute -top-14 h-14 opacity-0 -mt-96">x</a>\n\n<p style={{ marginTop: "-40rem" }}>x</p>`,
    /class="[^"]*(?:fixed inset-0|absolute -top|opacity-0"|-mt-96)|margin-top:\s*-/,
  ],
  [
    "door 4: a page with addresses that only look like the site's",
    `<a href={"/\\t/away.example/a"}>x</a> <img src={"/\\n/away.example/b.png"} alt="x" /> [x](</&Tab;/away.example/c>)\n\n<video src="//away.example/d.mp4" /> <audio src={"/\\t/away.example/e.mp3"} />`,
    // A tab that is written as %09 is a letter of a path of this site.
    /(?:href|src)="(?!https:|\/%09\/)[^"]*away\.example/,
  ],
  [
    "door 5: a page with links that open a window with a way back",
    `<a href="https://away.example" target="_blank" rel="opener">x</a> <a href="/docs" target="_blank" rel="opener">x</a>`,
    /rel="(?:[^"]* )?opener/,
  ],
];

const pagesOfOthers: readonly Attack[] = hostilePages.map(([name, source, forbidden], index) => ({
  name,
  run: (target) =>
    publish(target, { slug: `door-${index}`, source }, ({ text, headers }) => [
      ...(/Before\.[\s\S]*After\./.test(text) ? [] : ["the page does not show"]),
      ...(forbidden.test(text) ? ["is in the page"] : []),
      ...(headers.get("cross-origin-opener-policy") === "same-origin-allow-popups" ? [] : ["can be reached by its opener"]),
    ]),
}));

/** Puts a hostile docs.json into a folder of content, with pages where it says. */
export async function writeSettings(folder: string): Promise<boolean> {
  const files = { "docs.json": JSON.stringify(HOSTILE_SETTINGS), "index.mdx": "# Start\n", "quickstart.mdx": "# Quickstart\n" };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, "content", name), text);
  return true;
}

const settingsOfOthers: Attack = {
  name: "door 6: a docs.json with scripts, tags and redirects",
  run: async (target) => {
    const page = await ask(target, "/docs/quickstart");
    const own = await Promise.all(OWN_ADDRESSES.map((address) => ask(target, address)));
    const faults = {
      "a script is in the page": /href="[^"]*(?:script:|outside\.example)/i.test(page.text),
      "sends the whole address to other sites": /<meta name="referrer"/i.test(page.text),
      "loses a tag that only says something": !/og:locale/.test(page.text),
      "leads away": own.some(({ status }) => status !== 200),
    };
    return {
      statuses: countStatuses([page, ...own]),
      bad: Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [fault] : [])),
    };
  },
};

/** Bodies of almost 4 MiB around a search. */
const longSearches: Attack = {
  name: "door 8: searches in bodies of 4 MiB",
  run: async (target) => {
    const token = await takeSiteToken(target, "door");
    const body = `{"query":"keys","more":"${"\\u0041".repeat(690_000)}"}`;
    const replies: Reply[] = [];
    for (let count = 0; count < 5; count++) replies.push(await post(target, "/v1/search/docent", token, body));
    return { statuses: countStatuses(replies), bad: replies.some(({ status }) => status !== 413) ? ["is read"] : [] };
  },
};

/** Attacks on what others get in: addresses, pictures, pages and settings. The row of a full disk is among those of storage. */
export const doorAttacks: readonly Attack[] = [pagesWithoutProxy, resizedPictures, longSearches, ...pagesOfOthers];
export const settingsAttacks: readonly Attack[] = [settingsOfOthers];
