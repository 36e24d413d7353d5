import { type Environment, isOfThisMachine } from "../../lib/config/config.ts";
import type { Finding } from "./finding.ts";

/** Checks that readers elsewhere can follow the addresses that the site gives out. */
export function checkSiteAddress(siteUrl: string, { onVercel }: Pick<Environment, "onVercel">): Finding {
  const name = "site address";
  if (!isOfThisMachine(siteUrl)) return { name, state: "ok", says: siteUrl };
  const says = `${siteUrl} leads to this machine alone; set SITE_URL before others read the site`;
  return { name, state: onVercel ? "fails" : "note", says };
}

/** Checks that servers of this host will have a secret to sign with. */
export function checkSecret(environment: Pick<Environment, "onVercel" | "siteSecret" | "databaseUrl">): Finding {
  const name = "signing secret";
  if (environment.siteSecret) return { name, state: "ok", says: "SITE_SECRET" };
  if (environment.onVercel)
    return { name, state: "note", says: "each build makes its own, and conversations end with it; set SITE_SECRET to keep them" };
  if (!environment.databaseUrl) return { name, state: "ok", says: "kept in the data folder" };
  return { name, state: "note", says: "kept in the data folder; several instances need one SITE_SECRET" };
}
