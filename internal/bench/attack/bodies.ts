import { type Attack, ask, countStatuses, post, question, type Reply, takeSiteToken } from "./attack.ts";
import type { Target } from "./target.ts";

const zeros = (count: number) => `[${"0,".repeat(count)}0]`;
const v1 = (fields: string) => `{"fp":"attack","messages":[{"id":"1","role":"user","content":"hello",${fields}}]}`;
const many = 2_000_000;

/** Bodies of almost 4 MiB that are cheap to send and were expensive to refuse. */
const bodies: readonly (readonly [name: string, path: string, body: () => string])[] = [
  ["2,000,000 parts", "v1", () => v1(`"parts":${zeros(many)}`)],
  ["2,000,000 attachments", "v1", () => v1(`"parts":[],"experimental_attachments":${zeros(many)}`)],
  ["2,000,000 reasoning details", "v1", () => v1(`"parts":[{"type":"reasoning","reasoning":"","details":${zeros(many)}}]`)],
  ["2,000,000 annotations", "v1", () => v1(`"parts":[],"annotations":${zeros(many)}`)],
  ["2,000,000 parts", "v2", () => v1(`"parts":${zeros(many)}`)],
  ["2,000,000 messages", "v1", () => `{"fp":"attack","messages":${zeros(many)}}`],
  ["2,000,000 levels", "v1", () => v1(`"parts":${"[".repeat(many)}${"]".repeat(many)}`)],
  ["300,000 keys", "v1", () => v1(`"parts":[],"x":{${Array.from({ length: 300_000 }, (_, i) => `"${i}":0`).join(",")}}`)],
  [
    "200,000 texts in a filter",
    "v1",
    () => `{"fp":"a","filter":{"version":[${'"abcdefghijkl",'.repeat(200_000)}0]},"messages":[]}`,
  ],
];

/** Finding 1: each body five times with a site token; all are refused and charged to the address. */
export const bodyAttacks: readonly Attack[] = bodies.map(([name, version, body]) => ({
  name: `1 ${version} message, ${name}`,
  run: async (target) => {
    const token = await takeSiteToken(target, "attack");
    const text = body();
    const replies: Reply[] = [];
    for (let count = 0; count < 5 && target.isAlive(); count++)
      replies.push(await post(target, `/${version}/assistant/docent/message`, token, text));
    const free = replies.filter(({ headers }) => !headers.has("ratelimit")).length;
    const accepted = replies.some(({ status }) => status === 200);
    return {
      statuses: countStatuses(replies),
      bad: [...(free > 0 ? [`${free} not charged`] : []), ...(accepted ? ["accepted"] : [])],
    };
  },
}));

/** Loads what every answer needs, without asking a model: a start is not a stall. */
export async function warmUpSearch(target: Target): Promise<void> {
  for (const path of ["/docs", "/docs/quickstart", "/es/docs", "/llms.txt", "/sitemap.xml", "/docs/nowhere"])
    await ask(target, path);
  await post(target, "/v1/search/docent", target.keys.assistant, { query: "create a key" });
}

/** Sends the largest legal requests, whose memory is the base of the comparison. */
export async function warmUp(target: Target): Promise<void> {
  await warmUpSearch(target);
  const words = "How do I create a key? ".repeat(800);
  const messages = Array.from({ length: 200 }, (_, index) => {
    const [role, text] = index % 2 === 0 ? ["user", words] : ["assistant", words];
    return { id: String(index), role, content: "", parts: [{ type: "text", text }] };
  });
  for (let count = 0; count < 5; count++) {
    await post(target, "/v1/search/docent", target.keys.assistant, { query: "create a key" });
    await post(target, "/v1/assistant/docent/message", target.keys.assistant, question("How do I create a key?"));
    await post(target, "/v1/assistant/docent/message", target.keys.assistant, { fp: "warm", messages: messages.slice(-199) });
  }
}
