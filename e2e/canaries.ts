import { createHash } from "node:crypto";

const keySecret = `CanaryKey${"q".repeat(34)}`;
const hash = createHash("sha256").update(keySecret).digest("hex");

/** Tokens that the entries of DOCENT_KEYS below admit. */
export const canaryTokens = { assistant: `dk_canarykey001_${keySecret}`, account: `da_canarykey002_${keySecret}` };

/**
 * Recognisable secrets, as variables of the environment. `npm test` builds with them, so that a
 * value that the bundler took in is found by its text.
 */
export const canaryEnvironment = {
  SITE_SECRET: `canary-site-secret-${"s".repeat(20)}`,
  OPENAI_API_KEY: "canary-provider-key",
  DATABASE_URL: "postgres://docent:canary-database-password@127.0.0.1:1/docent",
  SUPPORT_WEBHOOK_URL: "http://127.0.0.1:1/canary-support-webhook",
  SUPPORT_WEBHOOK_SECRET: `whsec_${Buffer.from("canary-webhook-secret".padEnd(32, "s")).toString("base64")}`,
  READERS_PASSWORD: "canary-readers-password",
  OIDC_CLIENT_SECRET: "canary-oidc-client-secret",
  DEPLOY_HOOK_URL: "http://127.0.0.1:1/canary-deploy-hook",
  DOCENT_KEYS: `dk_canarykey001:${hash}:harbor,da_canarykey002:${hash}`,
} as const;

/** In the address that the tests' clone came from, as CI keeps its own there. */
export const cloneToken = "canary-clone-token";

/** Answer of the tests' provider. */
export const upstreamBody = "canary-upstream-body";

/** Texts that no log line, answer, page or file of a build may contain. */
export const canaries: readonly string[] = [
  canaryEnvironment.SITE_SECRET,
  canaryEnvironment.OPENAI_API_KEY,
  "canary-database-password",
  canaryEnvironment.READERS_PASSWORD,
  canaryEnvironment.OIDC_CLIENT_SECRET,
  "canary-deploy-hook",
  "canary-support-webhook",
  canaryEnvironment.SUPPORT_WEBHOOK_SECRET,
  cloneToken,
  upstreamBody,
  keySecret,
  hash,
];
