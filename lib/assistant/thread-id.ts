import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { getSecret } from "../db/secret.ts";

/** Whom a thread belongs to. */
export interface ThreadOwner {
  readonly domain: string;
  readonly fp: string;
}

const RANDOM_BYTES = 16;
const MAC_BYTES = 16;
const FORM = /^th_([\w-]{22})([\w-]{22})$/;

/** Creates the id of a new thread: `th_`, 128 random bits, and a proof that it was given to this owner. */
export function createThreadId(owner: ThreadOwner): string {
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  return `th_${random}${prove(random, owner).toString("base64url")}`;
}

/** Returns true for an id that this deployment gave to this owner. */
export function isThreadOf(threadId: string, owner: ThreadOwner): boolean {
  const [, random, mac] = FORM.exec(threadId) ?? [];
  if (random === undefined || mac === undefined) return false;
  const given = Buffer.from(mac, "base64url");
  return given.length === MAC_BYTES && timingSafeEqual(given, prove(random, owner));
}

function prove(random: string, { domain, fp }: ThreadOwner): Buffer {
  return createHmac("sha256", getSecret("docent-thread"))
    .update(JSON.stringify([random, domain, fp]))
    .digest()
    .subarray(0, MAC_BYTES);
}
