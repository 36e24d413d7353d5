import { cpuSeconds } from "../load/processes.ts";
import { type Attack, ask, countStatuses, post, type Reply, takeSiteToken } from "./attack.ts";
import { type GrownDescription, grownDescriptions, growTo, plainDescription } from "./grown-descriptions.ts";
import type { Target, TargetOptions } from "./target.ts";

/** CPU time that a page or a call may cost more than with the same description before it was made to grow. */
const MAX_MORE_MS = 300;
/** Descriptions of one server: as many as start within its time. */
const PER_SERVER = 5;
const BYTES = 2_000_000;
const LARGE_BYTES = 8_000_000;
/** Grown further, since each multiplies what all operations share. */
const LARGE = [
  "servers × operations",
  "one enum × the operations that refer to it",
  "one example × the operations that refer to it",
];

/** A server with some descriptions, and what is asked of each. */
interface DescriptionGroup {
  readonly name: string;
  readonly options: TargetOptions;
  readonly attacks: readonly Attack[];
  readonly cold: true;
}

/** Servers with descriptions that grow, a few each; beside them two that did not, of which the first loads what all pages need. */
export function listDescriptionGroups(): DescriptionGroup[] {
  const large = grownDescriptions.filter(({ name }) => LARGE.includes(name));
  const batches = Array.from({ length: Math.ceil(grownDescriptions.length / PER_SERVER) }, (_, index) =>
    toGroup(`descriptions ${index + 1}`, BYTES, grownDescriptions.slice(index * PER_SERVER, (index + 1) * PER_SERVER)),
  );
  return [...batches, ...large.map((each) => toGroup(`large description, ${each.name}`, LARGE_BYTES, [each]))];
}

function toGroup(name: string, bytes: number, grown: readonly GrownDescription[]): DescriptionGroup {
  const plain = JSON.stringify(plainDescription());
  const descriptions = () => ({
    warm: plain,
    plain,
    ...Object.fromEntries(grown.map((each, index) => [`grown${index}`, growTo(each, bytes)])),
  });
  const attacks = grown.map((each, index) => ({
    name: `3 ${bytes / 1_000_000} MB: ${each.name}`,
    run: async (target: Target) => {
      const page = Object.hasOwn(each.grow(1).paths as object, "/o0") ? "get-o0" : "pets/list-pets";
      return compare(await costsOf(target, "plain"), await costsOf(target, `grown${index}`, page));
    },
  }));
  return { name, options: { descriptions }, attacks, cold: true };
}

interface Costs {
  readonly replies: readonly Reply[];
  /** CPU time of the first page of an operation. */
  readonly pageMs: number;
  /** CPU time of a call of Try it that is refused. */
  readonly tryMs: number;
}

const known = new WeakMap<Target, Map<string, Promise<Costs>>>();

/** Returns the costs of a description of a server, measured once, after the pages of a site are loaded. */
async function costsOf(target: Target, description: string, page?: string): Promise<Costs> {
  const costs = known.get(target) ?? new Map([["warm", measure(target, "warm")]]);
  known.set(target, costs);
  await costs.get("warm");
  if (!costs.has(description)) costs.set(description, measure(target, description, page));
  return costs.get(description) as Promise<Costs>;
}

async function measure(target: Target, description: string, path = "pets/list-pets"): Promise<Costs> {
  const token = await takeSiteToken(target, description);
  const [page, pageMs] = await meter(target, () => ask(target, `/docs/api/${description}/${path}`));
  const body = { url: "https://elsewhere.example/", method: "GET", headers: [] };
  const from = { origin: target.url, "sec-fetch-site": "same-origin" };
  const [refused, tryMs] = await meter(target, () => post(target, "/api/try", token, body, from));
  return { replies: [page, refused], pageMs, tryMs };
}

async function meter(target: Target, send: () => Promise<Reply>): Promise<[reply: Reply, ms: number]> {
  const before = cpuSeconds([target.pid]);
  const reply = await send();
  return [reply, Math.round((cpuSeconds([target.pid]) - before) * 1_000)];
}

function compare(plain: Costs, { replies, pageMs, tryMs }: Costs) {
  const [page, refused] = replies;
  return {
    statuses: countStatuses(replies),
    seen: `page ${plain.pageMs} → ${pageMs} ms, try ${plain.tryMs} → ${tryMs} ms of CPU`,
    bad: [
      ...(page?.status === 200 ? [] : ["has no page"]),
      ...(refused?.status === 403 ? [] : ["is not refused"]),
      ...(pageMs - plain.pageMs > MAX_MORE_MS ? ["an expensive page"] : []),
      ...(tryMs - plain.tryMs > MAX_MORE_MS ? ["an expensive call"] : []),
    ],
  };
}
