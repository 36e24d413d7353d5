import { type Attack, ask, countStatuses, post, question, type Reply, takeSiteToken } from "./attack.ts";
import type { Target, TargetOptions } from "./target.ts";

/** Small quotas of SPEC's three limits, behind one proxy, so that the bench may come from many addresses. */
export const quotaOptions: TargetOptions = {
  config: { limits: { messagesPerKeyPerMonth: 80, requestsPerOrganisationPerHour: 80, requestsPerAddressPerDay: 500 } },
  variables: { TRUST_PROXY: "1" },
};

const from = (ip: string) => ({ "x-forwarded-for": ip });
/** Reports leave out robots, as which Node's own name counts. */
const asBrowser = (ip: string) => ({ ...from(ip), "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36" });
const message = "/v1/assistant/docent/message";

/** Sends one site message as a reader at an address. */
async function read(target: Target, ip: string, token: string): Promise<Reply> {
  return post(target, message, token, question("hello", { fp: ip }), from(ip));
}

async function emptyQuota(target: Target) {
  const token = await takeSiteToken(target, "203.0.113.1", from("203.0.113.1"));
  const replies: Reply[] = [];
  for (let count = 0; count < 100; count++) replies.push(await read(target, "203.0.113.1", token));
  const second = await takeSiteToken(target, "203.0.113.2", from("203.0.113.2"));
  const other = await read(target, "203.0.113.2", second);
  const key = await post(target, message, target.keys.assistant, question("hello"), from("203.0.113.3"));
  const bad = [
    ...(replies.at(-1)?.status === 200 ? ["the address is not bounded"] : []),
    ...(other.status === 200 ? [] : [`another reader gets ${other.status}`]),
    ...(key.status === 200 ? [] : [`a customer's key gets ${key.status}`]),
  ];
  return { statuses: countStatuses(replies), seen: `another reader ${other.status}, a key ${key.status}`, bad };
}

/** A proxy may write the port beside the address; the address is counted, not the pair. */
async function changePorts(target: Target) {
  const ports = [4711, 4712, 4713];
  const replies = await Promise.all(
    ports.map((port) => ask(target, "/v1/search/docent", { method: "POST", headers: from(`203.0.113.4:${port}`) })),
  );
  const left = replies.map(({ headers }) => Number(/"address";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]));
  return {
    statuses: countStatuses(replies),
    seen: `left ${left.join(", ")}`,
    bad: Math.min(...left) === 497 ? [] : ["not counted as one address"],
  };
}

const floods = {
  missing: {
    sent: 400,
    share: 20,
    send: (target, ip, index) => ask(target, `/docs/attack-${index}`, { headers: asBrowser(ip) }),
  },
  comments: {
    sent: 100,
    share: 50,
    send: (target, ip, index) =>
      ask(target, "/api/page-feedback", {
        method: "POST",
        headers: { ...asBrowser(ip), "content-type": "application/json", origin: target.url, "sec-fetch-site": "same-origin" },
        body: JSON.stringify({ page: "/docs/quickstart", rating: "down", comment: true, text: `attack ${index}` }),
      }),
  },
} satisfies Record<string, { sent: number; share: number; send: (target: Target, ip: string, index: number) => Promise<Reply> }>;

/** One script writes what it likes into the lists that the owner reads; another reader's words must still be there. */
async function fillReport(target: Target, report: keyof typeof floods) {
  const { sent, share, send } = floods[report];
  const replies: Reply[] = [];
  for (let index = 0; index < sent; index++) replies.push(await send(target, "203.0.113.5", index));
  replies.push(await send(target, "203.0.113.6", sent));
  const headers = { authorization: `Bearer ${target.keys.account}`, ...from("203.0.113.7") };
  const { status, text } = await ask(target, `/v1/insights/docent/${report}?limit=1000`, { headers });
  const all = text.match(/attack[ -]\d+/g) ?? [];
  const others = all.filter((one) => one.endsWith(String(sent))).length;
  const own = all.length - others;
  const bad = [
    ...(status === 200 ? [] : [`the report answers ${status}`]),
    ...(own === share ? [] : [`${own} texts of one address instead of ${share}`]),
    ...(others === 1 ? [] : ["another reader's words are missing"]),
  ];
  return { statuses: countStatuses(replies), seen: `${own} texts of one address, ${others} of another`, bad };
}

export const quotaAttacks: readonly Attack[] = [
  { name: "low: X-Forwarded-For with three ports", run: changePorts },
  { name: "a script fills the missing addresses of a day", run: (target) => fillReport(target, "missing") },
  { name: "a script fills the comments of a day", run: (target) => fillReport(target, "comments") },
  { name: "5 100 site messages from one address", run: emptyQuota },
];
