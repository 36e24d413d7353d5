import { getConfig } from "../config/config.ts";
import { isStoreFailure } from "../db/failure.ts";
import { type Bucket, consume, consumeWithoutStore, type LimitStatus } from "../limits/limits.ts";
import { ServiceError } from "../service-error.ts";
import type { RequestContext } from "./request-context.ts";

/** Kinds of accepted requests; each is charged to other limits. */
export type Counts =
  /** An assistant message: key, organisation and address; with a site token, the readers' own windows and the address. */
  | "message"
  /** A search: organisation and address; with a site token, the readers' own window alone. */
  | "search"
  /** A search without a token: the readers' own window of its address. */
  | "open-search"
  /** The trigger of an update: project and address. */
  | "update"
  /** A call of an MCP client without a key: its own window and the address. */
  | "mcp"
  /** A request of the playground that is sent on: its own window and the address. */
  | "try"
  /** A question handed over to support: the windows of its address and of its project, and the address. */
  | "support"
  /** Anything else that takes a token: the address. */
  | "request"
  /** Not counted. */
  | "nothing";

/** The address, caller and project that a request is counted for. */
export interface Counted {
  /** Address block of the client. */
  readonly address: string;
  readonly caller?: CountedCaller | undefined;
  readonly project?: { readonly id: string } | undefined;
}

interface CountedCaller {
  /** `site` for readers of the site's own pages. */
  readonly kind: string;
  readonly keyId: string;
  readonly organisation: string;
}

/** Lists the buckets that an accepted request is charged to. */
export function listBuckets(counts: Counts, counted: Counted): Bucket[] {
  if (counts === "nothing") return [];
  const { address, caller, project } = counted;
  if (counts === "open-search" || (counts === "search" && caller?.kind === "site")) return [readerSearches(address)];
  const buckets = addressBuckets(address);
  if (counts === "message" && caller) buckets.push(...messageBuckets(caller, counted));
  if (counts === "search" && caller) buckets.push(organisationRequests(caller));
  if (counts === "update" && project) buckets.push(projectUpdates(project));
  if (counts === "support" && project) buckets.push(...supportBuckets(address, project));
  if (counts === "mcp" || counts === "try") buckets.push(publicBucket(counts, address));
  return buckets;
}

/** Lists the buckets of a message. Readers of the site and programs have different ones, so that neither empties the other's. */
function messageBuckets(caller: CountedCaller, { address, project }: Counted): Bucket[] {
  const { limits } = getConfig();
  if (caller.kind !== "site")
    return [
      { policy: "key", bucket: `key:${caller.keyId}`, quota: limits.messagesPerKeyPerMonth, window: "month" },
      organisationRequests(caller),
    ];
  const reader: Bucket = {
    policy: "reader",
    bucket: `reader:${address}`,
    quota: limits.siteMessagesPerAddressPerHour,
    window: "hour",
  };
  const site = { policy: "site", quota: limits.siteMessagesPerProjectPerHour, window: "hour" } as const;
  return project ? [reader, { ...site, bucket: `site:${project.id}` }] : [reader];
}

function readerSearches(address: string): Bucket {
  const quota = getConfig().limits.siteSearchesPerAddressPerMinute;
  return { policy: "search", bucket: `search:${address}`, quota, window: "minute" };
}

function organisationRequests({ organisation }: CountedCaller): Bucket {
  const quota = getConfig().limits.requestsPerOrganisationPerHour;
  return { policy: "organisation", bucket: `organisation:${organisation}`, quota, window: "hour" };
}

function projectUpdates({ id }: { readonly id: string }): Bucket {
  return { policy: "update", bucket: `update:${id}`, quota: getConfig().limits.updatesPerProjectPerHour, window: "hour" };
}

/** Lists the buckets of a question that is handed over to support: somebody has to read each. */
function supportBuckets(address: string, { id }: { readonly id: string }): Bucket[] {
  const { supportRequestsPerAddressPerHour, supportRequestsPerProjectPerHour } = getConfig().limits;
  const shared = { window: "hour" } as const;
  return [
    { ...shared, policy: "support", bucket: `support:${address}`, quota: supportRequestsPerAddressPerHour },
    { ...shared, policy: "support-site", bucket: `support-site:${id}`, quota: supportRequestsPerProjectPerHour },
  ];
}

/** Lists the bucket that every counted request is charged to, refused ones too. */
export function addressBuckets(address: string): Bucket[] {
  return [{ policy: "address", bucket: `address:${address}`, quota: getConfig().limits.requestsPerAddressPerDay, window: "day" }];
}

/**
 * Charges all buckets, or none and throws; sets the RateLimit headers of the answer. With `withoutStore`, this process counts
 * alone while the store is unreachable. @throws ServiceError `limit_exceeded`.
 */
export async function enforceLimits(
  { startedAt, headers }: Pick<RequestContext, "startedAt" | "headers">,
  buckets: readonly Bucket[],
  { withoutStore }: { withoutStore: boolean },
): Promise<void> {
  const { statuses, full } = await consume(buckets, startedAt).catch((thrown: unknown) => {
    if (withoutStore && isStoreFailure(thrown)) return consumeWithoutStore(buckets, startedAt);
    throw thrown;
  });
  if (full.length > 0) throw limitExceeded(full, startedAt);
  for (const [name, value] of Object.entries(toHeaders(statuses, startedAt))) headers.set(name, value);
}

/** Public requests that cost work; each kind has a window per address. */
export type PublicWindow = "card" | "text" | "mcp" | "feedback" | "beacon" | "sign-in" | "try";

/**
 * Charges a public request to its window, and one that leaves a record to its address's day, with or without the store. Call it before the work, inside
 * `answerRequest`, which answers 429 for what it throws:
 *
 *     await enforcePublicLimit(context, "card");
 *
 * @throws ServiceError `limit_exceeded`.
 */
export async function enforcePublicLimit(
  context: Pick<RequestContext, "startedAt" | "headers" | "addressBlock">,
  window: PublicWindow,
): Promise<void> {
  const { addressBlock } = context;
  const day = recorded.has(window) ? addressBuckets(addressBlock) : [];
  await enforceLimits(context, [publicBucket(window, addressBlock), ...day], { withoutStore: true });
}

/** Windows of requests that leave a record of a reader, which count for the day of the address too. */
const recorded: ReadonlySet<PublicWindow> = new Set(["feedback", "beacon"]);

function publicBucket(window: PublicWindow, address: string): Bucket {
  const { limits } = getConfig();
  const quotas: Readonly<Record<PublicWindow, number>> = {
    card: limits.cardsPerAddressPerMinute,
    text: limits.textsPerAddressPerMinute,
    mcp: limits.mcpCallsPerAddressPerMinute,
    feedback: limits.pageFeedbackPerAddressPerMinute,
    beacon: limits.beaconsPerAddressPerMinute,
    "sign-in": limits.signInsPerAddressPerMinute,
    try: limits.triesPerAddressPerMinute,
  };
  return { policy: window, bucket: `${window}:${address}`, quota: quotas[window], window: "minute" };
}

/** Charges a request to its address alone, with or without the store. @throws ServiceError `limit_exceeded`. */
export async function enforceAddressLimit(context: RequestContext): Promise<void> {
  await enforceLimits(context, addressBuckets(context.addressBlock), { withoutStore: true });
}

/** Returns the refusal of a request whose limits are used up. */
export function limitExceeded(full: readonly LimitStatus[], now: number): ServiceError {
  const seconds = Math.max(...full.map((status) => secondsLeft(status, now)));
  const names = full.map(({ policy, quota, windowSeconds }) => `${policy} (${quota} in ${windowSeconds} seconds)`);
  return new ServiceError("limit_exceeded", `Used up: ${names.join(", ")}. Try again in ${seconds} seconds.`, {
    headers: { "Retry-After": String(seconds), ...toHeaders(full, now) },
  });
}

/** Returns the headers `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers. */
export function toHeaders(statuses: readonly LimitStatus[], now: number): Record<string, string> {
  if (statuses.length === 0) return {};
  return {
    "RateLimit-Policy": statuses
      .map(({ policy, quota, windowSeconds }) => `"${policy}";q=${quota};w=${windowSeconds}`)
      .join(", "),
    RateLimit: statuses.map((status) => `"${status.policy}";r=${status.remaining};t=${secondsLeft(status, now)}`).join(", "),
  };
}

function secondsLeft({ endsAt }: LimitStatus, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / 1_000));
}
