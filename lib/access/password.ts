import { createHmac, timingSafeEqual } from "node:crypto";
import { getAccess, getEnvironment } from "../config/config.ts";
import { getSecret } from "../db/secret.ts";

/** Returns the groups of a reader who knows the password; undefined for any other text, and where there is no password. */
export function checkPassword(given: string): readonly string[] | undefined {
  const { readersPassword } = getEnvironment();
  const settings = getAccess()?.signIn.password;
  if (!settings || readersPassword === undefined) return undefined;
  // Marks have one length, so that comparing them tells nothing.
  return timingSafeEqual(markOf(given), markOf(readersPassword)) ? settings.groups : undefined;
}

/** Returns what a session by password has of it, so that it ends when the password changes; undefined without one. */
export function passwordMark(): string | undefined {
  const { readersPassword } = getEnvironment();
  return readersPassword === undefined ? undefined : `password:${markOf(readersPassword).toString("base64url").slice(0, 16)}`;
}

function markOf(password: string): Buffer {
  return createHmac("sha256", getSecret("docent-readers-password")).update(password.normalize("NFC")).digest();
}
