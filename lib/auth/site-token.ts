import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { getSecret } from "../db/secret.ts";

/** The reader and the site that a site token is bound to. */
export const SiteGrant = z.object({
  /** Domain of the project whose pages the reader has open. */
  domain: z.string().min(1).max(63),
  /** Id of the reader's browser. */
  fp: z.string().min(1).max(256),
});
export type SiteGrant = z.infer<typeof SiteGrant>;

const audience = "docent-site";
const lifetimeMs = 10 * 60_000;
/** Most difference between the clocks of two instances. */
const skewMs = 60_000;

/** Creates a token for the site's own pages, valid for ten minutes. No store is needed, neither here nor to check it. */
export async function createSiteToken(grant: SiteGrant, now = Date.now()): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = new Date(Math.floor((now + lifetimeMs) / 1_000) * 1_000);
  const token = await new SignJWT({ domain: grant.domain, fp: grant.fp })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(audience)
    .setExpirationTime(expiresAt)
    .sign(getSecret(audience));
  return { token, expiresAt };
}

/** Returns what a token is bound to; undefined for one that is forged, of another deployment or expired. */
export async function readSiteToken(token: string, now = Date.now()): Promise<SiteGrant | undefined> {
  try {
    const options = { audience, algorithms: ["HS256"], requiredClaims: ["exp"], currentDate: new Date(now) };
    const { payload } = await jwtVerify(token, getSecret(audience), options);
    // Made before the clock was put back: it would be valid for as long as that was.
    if (Number(payload.exp) * 1_000 > now + lifetimeMs + skewMs) return undefined;
    return SiteGrant.parse(payload);
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError) return undefined;
    throw thrown;
  }
}
