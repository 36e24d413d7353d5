import { createHmac, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Environment, getEnvironment } from "../config/config.ts";
import { log, toLogFields } from "../log.ts";
import { perProcess } from "../process-state.ts";
import { ServiceError } from "../service-error.ts";
import { chooseFolder } from "./folder.ts";

const secret = perProcess("secret", () => readSecret(getEnvironment()));
const makeOne = "Make one with: openssl rand -hex 32";

/**
 * A key for one purpose, derived from the deployment's secret: SITE_SECRET, else one that the first start keeps in the data
 * folder. Whoever knows it can make tokens, so no build holds it. @throws ServiceError `unavailable` when there is none.
 */
export function getSecret(purpose: string): Uint8Array {
  return createHmac("sha256", secret.get()).update(purpose).digest();
}

/** Checks before a build what its servers will need. @throws Error where they could keep no secret themselves. */
export function requireSecret({ onVercel, siteSecret }: Pick<Environment, "onVercel" | "siteSecret">): void {
  if (!onVercel || siteSecret) return;
  throw new Error(`SITE_SECRET is missing; a deployment on Vercel has no disk to keep one on. ${makeOne}
Then set it for every environment: vercel env add SITE_SECRET, or in the project's settings under Environment Variables.`);
}

function readSecret(environment: Environment): string {
  try {
    requireSecret(environment);
    return environment.siteSecret ?? readKept(environment);
  } catch (cause) {
    log("error", `no signing secret: set SITE_SECRET, or make the data folder writable. ${makeOne}`, toLogFields(cause));
    throw new ServiceError(
      "unavailable",
      "The server has no secret to sign with. Whoever runs it must set SITE_SECRET, or make the data folder writable.",
      { headers: { "Retry-After": "60" }, cause },
    );
  }
}

function readKept(environment: Environment): string {
  const { folder, ephemeral } = chooseFolder(environment);
  if (ephemeral) log("warn", `the signing secret ends with this instance: set SITE_SECRET. ${makeOne}`);
  return keepSecret(path.join(folder, "site-secret"));
}

/** Of several processes that start at once, one writes and all read what it wrote. */
function keepSecret(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
  }
  const secret = readFileSync(file, "utf8").trim();
  // Half a file, as a power cut may leave it, would be a secret that can be guessed.
  if (secret.length < 32) throw new Error(`${file} is damaged; delete it, and the next start makes another one.`);
  return secret;
}
