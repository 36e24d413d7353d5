import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { getEnvironment } from "../config/config.ts";
import { chooseFolder } from "./folder.ts";

/** Written by the build beside the snapshot, and read by the server alone: nothing under it is ever served. */
const buildFile = () => path.join(process.cwd(), ".snapshot", "site-secret");

const shared = globalThis as { docentSecret?: string };

/**
 * A key for one purpose, derived from the deployment's secret: SITE_SECRET, else the build's, else one kept in the data
 * folder. The same for every instance of one build.
 */
export function getSecret(purpose: string): Uint8Array {
  shared.docentSecret ??= readSecret();
  return createHmac("sha256", shared.docentSecret).update(purpose).digest();
}

/** Makes the secret of a build unless there is one; a rebuild in the same folder keeps it, so that tokens stay valid. */
export function ensureBuildSecret(): void {
  keepSecret(buildFile());
}

function readSecret(): string {
  const environment = getEnvironment();
  if (environment.siteSecret) return environment.siteSecret;
  if (existsSync(buildFile())) return readFileSync(buildFile(), "utf8");
  return keepSecret(path.join(chooseFolder(environment).folder, "site-secret"));
}

/** Of several processes that start at once, one writes and all read what it wrote. */
function keepSecret(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
  }
  return readFileSync(file, "utf8");
}
