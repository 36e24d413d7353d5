import { type Attack, ask, countStatuses, post, type Reply, takeSiteToken } from "./attack.ts";
import { residentMiB } from "./target.ts";

const withoutPolicy = ({ headers }: Reply) =>
  headers.get("content-type")?.startsWith("text/html") && !headers.has("content-security-policy");

/** Bound on the memory growth after 1,500 unknown addresses; keeping the pages would take 450 MiB. */
const mostMiB = 200;

/** Addresses without a page: those that the router takes for pages where nothing is asked before it, and some of each other folder. */
const FOLDERS = ["/api/docs", "/_next/docs", "", "/docs", "/es/docs", "/errors", "/insights", "/images"];

const pagesWithoutProxy: Attack = {
  name: "entry point 1: 1,500 addresses without a page",
  run: async (target) => {
    const before = residentMiB(target.pid);
    const known = ["/api/docs", "/api/docs/quickstart", "/_next/docs/quickstart", "/v1/docs/quickstart", "/api/card/%"];
    const replies = await Promise.all(known.map((path) => ask(target, path)));
    for (let count = 0; count < 1_500; count += 20) {
      const paths = Array.from({ length: 20 }, (_, lane) => `${FOLDERS[lane % FOLDERS.length]}/${count + lane}-${Math.random()}`);
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

/** Pictures in other sizes, which cost the CPU and nothing of the site asks for. */
const resizedPictures: Attack = {
  name: "entry point 2: 40 pictures to be made smaller",
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

/** Bodies of almost 4 MiB around a search. */
const longSearches: Attack = {
  name: "entry point 3: searches in bodies of 4 MiB",
  run: async (target) => {
    const token = await takeSiteToken(target, "entry");
    const body = `{"query":"keys","more":"${"\\u0041".repeat(690_000)}"}`;
    const replies: Reply[] = [];
    for (let count = 0; count < 5; count++) replies.push(await post(target, "/v1/search/docent", token, body));
    return { statuses: countStatuses(replies), bad: replies.some(({ status }) => status !== 413) ? ["is read"] : [] };
  },
};

/** Attacks on what others can send: addresses, pictures and bodies. The row of a full disk is in storage.ts. */
export const entryPointAttacks: readonly Attack[] = [pagesWithoutProxy, resizedPictures, longSearches];
