import { getConfig } from "../config/config.ts";
import { isStoreFailure } from "../db/failure.ts";
import { type Bucket, charge, chargeWithoutStore, type Standing } from "../limits/limits.ts";
import { ServiceError } from "../service-error.ts";
import type { Call } from "./call.ts";

/** What an accepted request counts as: each kind charges its own rules. */
export type Counts =
  /** An assistant message: key, organisation and address. */
  | "message"
  /** A search: organisation and address; with a site token, the site's own searches of the address alone. */
  | "search"
  /** The trigger of an update: project and address. */
  | "update"
  /** Anything else that takes a token: the address. */
  | "request"
  /** Not counted. */
  | "nothing";

/** Whom a request is counted for, as far as it is known. */
export interface Counted {
  /** Address block of the client. */
  readonly address: string;
  readonly caller?: { readonly kind: string; readonly keyId: string; readonly organisation: string } | undefined;
  readonly project?: { readonly id: string } | undefined;
}

/** The rules that an accepted request is charged to. */
export function listBuckets(counts: Counts, { address, caller, project }: Counted): Bucket[] {
  const { limits } = getConfig();
  if (counts === "nothing") return [];
  if (counts === "search" && caller?.kind === "site")
    return [{ policy: "search", bucket: `search:${address}`, quota: limits.siteSearchesPerAddressPerMinute, window: "minute" }];
  const buckets = addressBuckets(address);
  if (counts === "message" && caller)
    buckets.push({ policy: "key", bucket: `key:${caller.keyId}`, quota: limits.messagesPerKeyPerMonth, window: "month" });
  if ((counts === "message" || counts === "search") && caller)
    buckets.push({
      policy: "organisation",
      bucket: `organisation:${caller.organisation}`,
      quota: limits.requestsPerOrganisationPerHour,
      window: "hour",
    });
  if (counts === "update" && project)
    buckets.push({ policy: "update", bucket: `update:${project.id}`, quota: limits.updatesPerProjectPerHour, window: "hour" });
  return buckets;
}

/** The rule that every counted request falls under, refused ones too. */
export function addressBuckets(address: string): Bucket[] {
  return [{ policy: "address", bucket: `address:${address}`, quota: getConfig().limits.requestsPerAddressPerDay, window: "day" }];
}

/**
 * Charges all buckets, or refuses and charges none; the answer tells how they stand. With `withoutStore`, counts in this
 * process alone while the store is unreachable. @throws ServiceError `limit_exceeded`.
 */
export async function admit(
  { startedAt, headers }: Pick<Call, "startedAt" | "headers">,
  buckets: readonly Bucket[],
  { withoutStore }: { withoutStore: boolean },
): Promise<void> {
  const { standings, full } = await charge(buckets, startedAt).catch((thrown: unknown) => {
    if (withoutStore && isStoreFailure(thrown)) return chargeWithoutStore(buckets, startedAt);
    throw thrown;
  });
  if (full.length > 0) throw limitExceeded(full, startedAt);
  for (const [name, value] of Object.entries(toHeaders(standings, startedAt))) headers.set(name, value);
}

/** What anyone may fetch without a token and costs work: each has a window of its own per address. */
export type PublicWindow = "card" | "text";

/**
 * Charges a request without a token to its window alone, with or without the store. Call it before the work, inside
 * `answerCall`, which turns the refusal into a 429 and gives the answer its headers:
 *
 *     await admitPublic(call, "card");
 *
 * @throws ServiceError `limit_exceeded`.
 */
export async function admitPublic(
  call: Pick<Call, "startedAt" | "headers" | "addressBlock">,
  window: PublicWindow,
): Promise<void> {
  const { limits } = getConfig();
  const quota = { card: limits.cardsPerAddressPerMinute, text: limits.textsPerAddressPerMinute }[window];
  const bucket: Bucket = { policy: window, bucket: `${window}:${call.addressBlock}`, quota, window: "minute" };
  await admit(call, [bucket], { withoutStore: true });
}

/** Charges a request to its address alone, with or without the store. @throws ServiceError `limit_exceeded`. */
export async function admitAddress(call: Call): Promise<void> {
  await admit(call, addressBuckets(call.addressBlock), { withoutStore: true });
}

/** The refusal of a request whose rules are used up. */
export function limitExceeded(full: readonly Standing[], now: number): ServiceError {
  const seconds = Math.max(...full.map((standing) => secondsLeft(standing, now)));
  const names = full.map(({ policy, quota, windowSeconds }) => `${policy} (${quota} in ${windowSeconds} seconds)`);
  return new ServiceError("limit_exceeded", `Used up: ${names.join(", ")}. Try again in ${seconds} seconds.`, {
    headers: { "Retry-After": String(seconds), ...toHeaders(full, now) },
  });
}

/** `RateLimit-Policy` and `RateLimit` as draft-ietf-httpapi-ratelimit-headers writes them. */
export function toHeaders(standings: readonly Standing[], now: number): Record<string, string> {
  if (standings.length === 0) return {};
  return {
    "RateLimit-Policy": standings
      .map(({ policy, quota, windowSeconds }) => `"${policy}";q=${quota};w=${windowSeconds}`)
      .join(", "),
    RateLimit: standings
      .map((standing) => `"${standing.policy}";r=${standing.remaining};t=${secondsLeft(standing, now)}`)
      .join(", "),
  };
}

function secondsLeft({ endsAt }: Standing, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / 1_000));
}
