import path from "node:path";
import { z } from "zod";
import { SettingsError } from "../service-error.ts";
import { isOfThisMachine } from "./schema.ts";

const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);
const optionalUrl = (protocol: RegExp, example: string) =>
  text.refine(
    (value) => value === undefined || (URL.canParse(value) && protocol.test(new URL(value).protocol)),
    `must be an address such as ${example}`,
  );
const wholeNumber = (min: number, max: number) =>
  text
    .refine(
      (value) => value === undefined || (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max),
      `must be a whole number from ${min} to ${max}`,
    )
    .transform((value) => (value === undefined ? undefined : Number(value)));

/** Azure's addresses of one deployment want another header and path than all other providers. */
const providerUrl = optionalUrl(/^https?:$/, "https://api.openai.com/v1").refine(
  (value) => value === undefined || !/[?&]api-version=|\/openai\/deployments\//.test(value),
  "is an address of Azure's older API; use https://<resource>.openai.azure.com/openai/v1 without api-version, and the name of the deployment as the model",
);

const environmentKey =
  /^(?:dk_[0-9A-Za-z]{12}:[0-9a-f]{64}:[a-z0-9][a-z0-9-]{0,62}(?::[\w.-]+(?:\+[\w.-]+)*)?|da_[0-9A-Za-z]{12}:[0-9a-f]{64})$/;

const Variables = z
  .object({
    PORT: wholeNumber(0, 65_535),
    // Set by Next when it listens; without it, a server on one address other than localhost drops no prerendered pages.
    __NEXT_PRIVATE_ORIGIN: text,
    DOCENT_CONFIG: text.refine((value) => value === undefined || /\.(ts|json)$/.test(value), "must name a .ts or .json file"),
    DOCENT_CONTENT_DIR: text,
    DOCENT_DATA_DIR: text,
    DATABASE_URL: optionalUrl(/^postgres(ql)?:$/, "postgres://user:password@host:5432/docent"),
    // Integrations of Vercel call it so, such as Supabase's.
    POSTGRES_URL: text,
    DATABASE_POOL_SIZE: wholeNumber(1, 100),
    SITE_URL: optionalUrl(/^https?:$/, "https://docs.example.com"),
    SITE_SECRET: text.refine(
      (value) => value === undefined || value.length >= 32,
      "must be at least 32 characters; make one with: openssl rand -hex 32",
    ),
    TRUST_PROXY: wholeNumber(0, 10),
    DOCENT_KEYS: text
      .refine(
        (value) => !value || splitList(value).every((entry) => environmentKey.test(entry)),
        "must list keys as dk_<id>:<SHA-256 of the secret>:<project>, with :<group>+<group> behind it for a site with readers, or da_<id>:<SHA-256 of the secret>, separated by commas; " +
          "npm run keys -- create --environment prints such an entry",
      )
      .transform((value) => splitList(value ?? "").map(toEnvironmentKey)),
    ASSISTANT_MODEL: text,
    EMBEDDING_MODEL: text,
    OPENAI_API_KEY: text,
    OPENAI_BASE_URL: providerUrl,
    EMBEDDING_API_KEY: text,
    EMBEDDING_BASE_URL: providerUrl,
    ASSISTANT_DAILY_TOKEN_BUDGET: wholeNumber(0, 2_000_000_000),
    READERS_PASSWORD: text.refine(
      (value) => value === undefined || value.length >= 12,
      "must be at least 12 characters; all readers share it, so make a long one",
    ),
    OIDC_ISSUER: optionalUrl(/^https?:$/, "https://login.example.com")
      .refine(
        (value) => value === undefined || !URL.canParse(value) || /^https:/i.test(value) || isOfThisMachine(value),
        "must begin with https://; http is for a provider on this machine alone",
      )
      .refine(
        (value) => value === undefined || !/[?#]|\/\.well-known\//.test(value),
        "must be the issuer alone, as its discovery document names it, without query and /.well-known/",
      ),
    OIDC_CLIENT_ID: text,
    OIDC_CLIENT_SECRET: text,
    DOCENT_READ_AS: text,
    SUPPORT_WEBHOOK_URL: optionalUrl(/^https?:$/, "https://help.example.com/hooks/docs"),
    SUPPORT_WEBHOOK_SECRET: text.refine(
      (value) => value === undefined || toWebhookSecret(value) !== undefined,
      "must be whsec_ and 24 to 64 bytes in base64; make one with: echo whsec_$(openssl rand -base64 32)",
    ),
    DEPLOY_HOOK_URL: optionalUrl(/^https?:$/, "https://api.vercel.com/v1/integrations/deploy/…"),
    DOCENT_METRICS: text
      .refine(
        (value) => value === undefined || value === "on" || toAddress(value) !== undefined,
        "must be on, or an address of this machine with a port, such as 127.0.0.1:9464",
      )
      .transform((value) => (value === undefined || value === "on" ? value : toAddress(value))),
    VERCEL: text,
    VERCEL_ENV: text,
    VERCEL_PROJECT_PRODUCTION_URL: text,
    VERCEL_URL: text,
    NODE_ENV: text,
    NEXT_PHASE: text,
  })
  .superRefine((env, context) => {
    const provided = Boolean(env.OPENAI_API_KEY || env.OPENAI_BASE_URL);
    const needs = (name: string, variables: string) =>
      context.addIssue({ code: "custom", path: [name], message: `needs ${variables} of a server that asks for no key` });
    if (env.ASSISTANT_MODEL && !provided) needs("ASSISTANT_MODEL", "OPENAI_API_KEY, or OPENAI_BASE_URL");
    if (env.EMBEDDING_MODEL && !provided && !env.EMBEDDING_API_KEY && !env.EMBEDDING_BASE_URL)
      needs("EMBEDDING_MODEL", "EMBEDDING_API_KEY or OPENAI_API_KEY, or EMBEDDING_BASE_URL or OPENAI_BASE_URL");
    if (env.SUPPORT_WEBHOOK_URL && !env.SUPPORT_WEBHOOK_SECRET) {
      const message =
        "needs SUPPORT_WEBHOOK_SECRET, which signs what is sent; make one with: echo whsec_$(openssl rand -base64 32)";
      context.addIssue({ code: "custom", path: ["SUPPORT_WEBHOOK_URL"], message });
    }
  });

/** Names of all variables that Docent reads, those that a host sets by itself included. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(Variables.shape);

/** An OpenAI-compatible provider and the model to ask it for. */
export interface ProviderChoice {
  readonly model: string;
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}

/** A key of DOCENT_KEYS: a hash, never a secret. */
export interface EnvironmentKey {
  readonly kind: "assistant" | "account";
  readonly id: string;
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
  /** Project id; null for account tokens. */
  readonly project: string | null;
  /** The groups of readers that it reads as. */
  readonly groups: readonly string[];
}

/** Where requests to support are sent, and the secret that signs them. */
export interface SupportWebhook {
  readonly url: string;
  readonly secret: Buffer;
}

/** An address of this machine to listen at. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** The environment of this process, each variable read once. */
export interface Environment {
  readonly configFile: string | undefined;
  readonly contentDir: string | undefined;
  readonly dataDir: string;
  /** True when DOCENT_DATA_DIR is set: a folder that cannot be written is an error then, and no other one is used. */
  readonly dataDirGiven: boolean;
  readonly databaseUrl: string | undefined;
  /** The most connections to Postgres of this process. */
  readonly databasePoolSize: number;
  readonly siteUrl: string | undefined;
  /** The port that the server listens on, where that is known. */
  readonly port: number | undefined;
  readonly siteSecret: string | undefined;
  /** Number of proxies in front of the server that append to X-Forwarded-For. */
  readonly trustedProxies: number;
  /** Keys that work without a store. */
  readonly keys: readonly EnvironmentKey[];
  readonly assistantModel: ProviderChoice | undefined;
  readonly embeddingModel: ProviderChoice | undefined;
  /** True for a provider's key without a model variable. It changes nothing, which the log says once at start. */
  readonly unusedProviderKey: boolean;
  readonly dailyTokenBudget: number | undefined;
  /** The password that all readers of a closed site share. */
  readonly readersPassword: string | undefined;
  /** The OpenID Connect provider that signs readers in, as far as it is set. */
  readonly oidc: {
    readonly issuer: string | undefined;
    readonly clientId: string | undefined;
    readonly clientSecret: string | undefined;
  };
  /** In development, the groups whose site is shown, with commas, or `public`. Everything is shown without it. */
  readonly readAs: string | undefined;
  readonly deployHookUrl: string | undefined;
  readonly supportWebhook: SupportWebhook | undefined;
  /** The place of the metrics: `on` for `/metrics` of the site, else a separate address; undefined when they are off. */
  readonly metrics: "on" | ListenAddress | undefined;
  readonly onVercel: boolean;
  /** The address that Vercel gives this deployment: the project's own for production, else that of the preview. */
  readonly vercelSiteUrl: string | undefined;
  readonly development: boolean;
  /** True for a build and for a server that serves one; false for `next dev` and tests. */
  readonly production: boolean;
  /** True while `next build` renders pages: they come from the build, whatever the store holds. */
  readonly building: boolean;
  /** Address at which this process reaches itself: the one address that it listens on, if it is one. */
  readonly origin: string;
}

/**
 * Reads the variables that Docent knows. An empty one counts as absent.
 * @throws SettingsError that lists every bad variable and how to fix it.
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const parsed = Variables.safeParse(variables);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path: [name], message }) => `  ${String(name)} ${message}`);
    throw new SettingsError(`The environment has values that Docent cannot use:\n${lines.join("\n")}`);
  }
  const env = parsed.data;
  const chat = { apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL };
  // A key goes only to the provider that it was given for.
  const embedding = env.EMBEDDING_BASE_URL
    ? { apiKey: env.EMBEDDING_API_KEY, baseUrl: env.EMBEDDING_BASE_URL }
    : { ...chat, apiKey: env.EMBEDDING_API_KEY ?? env.OPENAI_API_KEY };
  return {
    configFile: env.DOCENT_CONFIG,
    contentDir: env.DOCENT_CONTENT_DIR,
    dataDir: path.resolve(/* turbopackIgnore: true */ env.DOCENT_DATA_DIR ?? ".docent"),
    dataDirGiven: env.DOCENT_DATA_DIR !== undefined,
    databaseUrl:
      env.DATABASE_URL ?? (env.VERCEL === "1" && /^postgres(ql)?:/.test(env.POSTGRES_URL ?? "") ? env.POSTGRES_URL : undefined),
    // On Vercel each of many small functions has a pool.
    databasePoolSize: env.DATABASE_POOL_SIZE ?? (env.VERCEL === "1" ? 3 : 10),
    siteUrl: env.SITE_URL?.replace(/\/+$/, ""),
    port: env.PORT || undefined,
    siteSecret: env.SITE_SECRET,
    trustedProxies: env.TRUST_PROXY ?? 0,
    keys: env.DOCENT_KEYS,
    assistantModel: env.ASSISTANT_MODEL ? { model: env.ASSISTANT_MODEL, ...chat } : undefined,
    embeddingModel: env.EMBEDDING_MODEL ? { model: env.EMBEDDING_MODEL, ...embedding } : undefined,
    unusedProviderKey: Boolean(env.OPENAI_API_KEY || env.EMBEDDING_API_KEY) && !env.ASSISTANT_MODEL && !env.EMBEDDING_MODEL,
    dailyTokenBudget: env.ASSISTANT_DAILY_TOKEN_BUDGET,
    readersPassword: env.READERS_PASSWORD,
    oidc: { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET },
    readAs: env.DOCENT_READ_AS,
    deployHookUrl: env.DEPLOY_HOOK_URL,
    supportWebhook: toSupportWebhook(env.SUPPORT_WEBHOOK_URL, toWebhookSecret(env.SUPPORT_WEBHOOK_SECRET)),
    metrics: env.DOCENT_METRICS,
    onVercel: env.VERCEL === "1",
    vercelSiteUrl: env.VERCEL === "1" ? toVercelSiteUrl(env) : undefined,
    development: env.NODE_ENV === "development",
    production: env.NODE_ENV === "production",
    building: env.NEXT_PHASE === "phase-production-build",
    origin: env.__NEXT_PRIVATE_ORIGIN ?? `http://localhost:${env.PORT ?? 3000}`,
  };
}

function toVercelSiteUrl(env: z.infer<typeof Variables>): string | undefined {
  const host = env.VERCEL_ENV === "production" ? env.VERCEL_PROJECT_PRODUCTION_URL : env.VERCEL_URL;
  return host && `https://${host}`;
}

function toSupportWebhook(url: string | undefined, secret: Buffer | undefined): SupportWebhook | undefined {
  return url && secret ? { url, secret } : undefined;
}

/** Reads a secret of Standard Webhooks; undefined for anything else. */
function toWebhookSecret(value = ""): Buffer | undefined {
  const [, base64 = ""] = /^whsec_([\w+/]{32,88}={0,2})$/.exec(value) ?? [];
  const secret = Buffer.from(base64, "base64");
  return secret.length >= 24 && secret.length <= 64 ? secret : undefined;
}

/** Reads `host:port`, with an IPv6 address in brackets; undefined for anything else. */
function toAddress(value: string): ListenAddress | undefined {
  const [, host = "", port = ""] = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(value) ?? [];
  if (!host || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}

function splitList(value: string): string[] {
  return value.split(/[\s,]+/).filter(Boolean);
}

function toEnvironmentKey(entry: string): EnvironmentKey {
  const [name = "", hash = "", project = null, groups = ""] = entry.split(":");
  const kind = name.startsWith("dk_") ? "assistant" : "account";
  return { kind, id: name.slice(3), hash, project, groups: groups.split("+").filter(Boolean) };
}
