import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Attack, countStatuses, post, takeSiteToken } from "./attack.ts";
import { plainDescription } from "./grown-descriptions.ts";
import { residentMiB, type TargetOptions } from "./target.ts";

const ANSWER_BYTES = 4 * 1_024 * 1_024;
const CALLS = 50;
/** Memory that a server may hold more of meanwhile. */
const MAX_MORE_MIB = 150;

/** A server whose calls of Try it go to loopback, whatever host they name. */
export async function startRelayOptions(): Promise<TargetOptions> {
  const body = Buffer.alloc(ANSWER_BYTES, "a");
  const server = createServer((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  const redirect = `
    import dns from "node:dns/promises";
    import http from "node:http";
    import https from "node:https";
    import { syncBuiltinESMExports } from "node:module";
    dns.lookup = async () => [{ address: "93.184.215.14", family: 4 }];
    https.request = (url, { method, signal }, done) => http.request("http://127.0.0.1:${port}/", { agent: false, method, signal }, done);
    syncBuiltinESMExports();`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(redirect)}`;
  return {
    variables: { NODE_OPTIONS: `--max-old-space-size=768 ${preload}` },
    descriptions: () => ({ plain: JSON.stringify(plainDescription()) }),
  };
}

/** Answers of Try it that are all under way: those above ten at once are refused, the others are passed on while they come. */
export const relayAttacks: readonly Attack[] = [
  {
    name: `3 ${CALLS} relayed answers of 4 MiB at once`,
    allows: [503],
    run: async (target) => {
      const token = await takeSiteToken(target, "relays");
      const call = { url: "https://api.example.com/a", method: "GET", headers: [] };
      const from = { origin: target.url, "sec-fetch-site": "same-origin" };
      const before = residentMiB(target.pid);
      let most = before;
      const watching = setInterval(() => (most = Math.max(most, residentMiB(target.pid))), 20);
      const replies = await Promise.all(Array.from({ length: CALLS }, () => post(target, "/api/try", token, call, from)));
      clearInterval(watching);
      const whole = replies.filter(({ text }) => text.length > ANSWER_BYTES && text.endsWith('"cut":false}')).length;
      return {
        statuses: countStatuses(replies),
        seen: `${whole} whole, ${most - before} MiB more`,
        bad: [...(whole === 0 ? ["none comes"] : []), ...(most - before > MAX_MORE_MIB ? ["holds the answers"] : [])],
      };
    },
  },
];
