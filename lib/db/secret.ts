import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Environment, getEnvironment } from "../config/config.ts";
import { log, toLogFields } from "../log.ts";
import { ServiceError } from "../service-error.ts";
import { chooseFolder } from "./db.ts";

let known: { readonly environment: Environment; readonly secret: string } | undefined;
const makeOne = "Create one with: openssl rand -hex 32";

/**
 * Returns a key for one purpose, derived from the deployment's secret: SITE_SECRET, or one that the first start writes to the
 * data folder, or on Vercel the build to its functions. @throws ServiceError `unavailable` without a secret.
 */
export function getSecret(purpose: string): Uint8Array {
  const environment = getEnvironment();
  if (known?.environment !== environment) known = { environment, secret: readSecret(environment) };
  return createHmac("sha256", known.secret).update(purpose).digest();
}

/**
 * Writes the secret of one deployment on Vercel, whose functions have no disk to keep one on; returns whether it did. Only
 * functions hold the file, and each build has another one. Elsewhere no build holds a secret: its copies would share it.
 */
export function writeBuildSecret({ onVercel, siteSecret }: Pick<Environment, "onVercel" | "siteSecret">): boolean {
  rmSync(buildSecretFile(), { force: true });
  if (!onVercel || siteSecret) return false;
  mkdirSync(path.dirname(buildSecretFile()), { recursive: true });
  writeFileSync(buildSecretFile(), randomBytes(32).toString("hex"));
  return true;
}

function buildSecretFile(): string {
  return path.resolve(/* turbopackIgnore: true */ ".snapshot", "site-secret");
}

function readSecret(environment: Environment): string {
  try {
    if (environment.siteSecret) return environment.siteSecret;
    return environment.onVercel ? readFileSync(buildSecretFile(), "utf8") : readFromFolder(environment);
  } catch (cause) {
    log("error", `no signing secret: set SITE_SECRET, or make the data folder writable. ${makeOne}`, toLogFields(cause));
    throw new ServiceError(
      "unavailable",
      "The server has no secret to sign with. Its operator must set SITE_SECRET or make the data folder writable.",
      { headers: { "Retry-After": "60" }, cause },
    );
  }
}

function readFromFolder(environment: Environment): string {
  const { folder, ephemeral } = chooseFolder(environment);
  if (ephemeral) log("warn", `the signing secret ends with this instance: set SITE_SECRET. ${makeOne}`);
  return readOrCreateSecret(path.join(folder, "site-secret"));
}

/** Returns the secret of a file. When several processes start concurrently, one writes it, and all read it. */
function readOrCreateSecret(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
  }
  const secret = readFileSync(file, "utf8").trim();
  // A power cut may leave half a file, whose secret could be guessed.
  if (secret.length < 32) throw new Error(`${file} is damaged; delete it, and the next start creates a new one.`);
  return secret;
}
