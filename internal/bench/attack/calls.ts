import { type Attack, ask, countStatuses, post, takeSiteToken } from "./attack.ts";

const ROUNDS = 20;

/** Headers of Next's router that no page sends; each logged a stack. */
const routerHeaders: Attack = {
  name: "5 twenty requests with a broken router state, and twenty with an unknown action",
  run: async (target) => {
    const replies = [];
    for (let count = 0; count < ROUNDS; count++) {
      replies.push(await ask(target, "/docs/quickstart", { headers: { rsc: "1", "next-router-state-tree": `x${count}` } }));
      const action = { method: "POST", headers: { "next-action": String(count).padStart(42, "0") }, body: "[]" };
      replies.push(await ask(target, "/missing", action));
    }
    return {
      statuses: countStatuses(replies),
      bad: replies.some(({ status }) => status !== 400) ? ["is not refused"] : [],
    };
  },
};

/** A name of the attacker's that leads to this server: its pages look like the server's own. */
const reboundName: Attack = {
  name: "5 /mcp by a name that leads to this server",
  run: async (target) => {
    const headers = { "content-type": "application/json", origin: "http://rebound.example", "sec-fetch-site": "same-origin" };
    const params = { name: "search", arguments: { query: "keys" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const reply = await ask(target, "/mcp", { method: "POST", headers, body });
    return { statuses: countStatuses([reply]), bad: reply.status === 403 ? [] : ["is answered"] };
  },
};

/** Triggers of one project, all at once. */
const triggers: Attack = {
  name: "5 twelve triggers at once",
  run: async (target) => {
    const path = "/v1/project/update/docent";
    const replies = await Promise.all(Array.from({ length: 12 }, () => post(target, path, target.keys.account, "{}")));
    const ids = new Set(replies.map(({ text }) => (JSON.parse(text) as { statusId?: string }).statusId));
    const left = replies.map(({ headers }) => /"update";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
    const charged = left.filter((each) => each !== undefined).length;
    return {
      statuses: countStatuses(replies),
      seen: `${ids.size} updates, ${charged} charged`,
      bad: charged > ids.size ? ["charges more than it starts"] : [],
    };
  },
};

/** Try it for a host that no description names: its targets are read once for each description. */
const tries: Attack = {
  name: "3 twenty requests of Try it that are refused",
  run: async (target) => {
    const token = await takeSiteToken(target, "tries");
    const body = { url: "https://elsewhere.example/", method: "GET", headers: [] };
    const page = { origin: target.url, "sec-fetch-site": "same-origin" };
    const replies = [];
    for (let count = 0; count < ROUNDS; count++) replies.push(await post(target, "/api/try", token, body, page));
    return { statuses: countStatuses(replies), bad: replies.some(({ status }) => status !== 403) ? ["is not refused"] : [] };
  },
};

/** Attacks on what the server does for a caller besides its answer: calls, updates, lines of its log. */
export const callAttacks: readonly Attack[] = [routerHeaders, reboundName, triggers, tries];
