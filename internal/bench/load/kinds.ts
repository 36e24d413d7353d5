/** A kind of request, as the traffic of a documentation site has it. */
export interface Kind {
  readonly title: string;
  /** Requests of a hundred in the mix; 0 for a kind that is measured alone. */
  readonly share: number;
  /** The rate counts as borne while p99 stays below it, in milliseconds. */
  readonly boundMs: number;
  /** First rate that is tried, in requests a second. */
  readonly start: number;
}

/** Bound of what a reader waits for while typing and browsing, and of the first words of an answer. */
const [AT_ONCE_MS, ANSWER_MS] = [250, 1_000];

/** Every kind. The shares are those of a site without a content delivery network before it: half of a page view is files. */
export const KINDS = {
  page: { title: "page, HTML", share: 15, boundMs: AT_ONCE_MS, start: 200 },
  rsc: { title: "page, opened by a click", share: 25, boundMs: AT_ONCE_MS, start: 150 },
  markdown: { title: "page, Markdown", share: 4, boundMs: AT_ONCE_MS, start: 200 },
  file: { title: "static file", share: 40, boundMs: AT_ONCE_MS, start: 300 },
  search: { title: "search, letter by letter", share: 12, boundMs: AT_ONCE_MS, start: 100 },
  question: { title: "question, quotes", share: 0, boundMs: ANSWER_MS, start: 15 },
  model: { title: "question, model writes 20 s", share: 1, boundMs: ANSWER_MS, start: 4 },
  mcp: { title: "MCP call", share: 2, boundMs: AT_ONCE_MS, start: 100 },
  feedback: { title: "feedback and insights", share: 1, boundMs: AT_ONCE_MS, start: 250 },
  missing: { title: "unknown path, 404", share: 0, boundMs: AT_ONCE_MS, start: 40 },
} as const satisfies Readonly<Record<string, Kind>>;

/** Name of a kind. */
export type KindName = keyof typeof KINDS;

/** Names of all kinds, and of the mix of them. */
export type TrafficName = KindName | "mix";

/** Every traffic. */
export const ALL: readonly TrafficName[] = [...(Object.keys(KINDS) as KindName[]), "mix"];

/** The mix of all kinds by their shares, with a question of a model and no quotes: a site has one or the other. */
export const MIX: Kind = { title: "the mix, an update every minute", share: 0, boundMs: ANSWER_MS, start: 80 };

/** Share of each kind in a traffic. */
export function sharesOf(traffic: TrafficName): Readonly<Partial<Record<KindName, number>>> {
  if (traffic !== "mix") return { [traffic]: 1 };
  return Object.fromEntries(Object.entries(KINDS).map(([name, { share }]) => [name, share]));
}

/** The settings of a traffic. */
export function kindOf(traffic: TrafficName): Kind {
  return traffic === "mix" ? MIX : KINDS[traffic];
}

/** Returns true for traffic that a server with a model is asked for. */
export function needsModel(traffic: TrafficName): boolean {
  return traffic === "mix" || traffic === "model";
}
