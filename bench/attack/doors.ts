import { type Attack, ask, countStatuses, type Reply } from "./attack.ts";
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

/** What got in where nobody watched: addresses, pictures, classes, settings of content, a full disk, long searches. */
export const doorAttacks: readonly Attack[] = [pagesWithoutProxy];
