/*
 * The checked configuration and environment of this process, each read once.
 * `docent.config.ts` and the environment come in, and settings with every default filled in come out, or one error that
 * lists every bad value. Start at `getConfig`; `schema.ts` has the file's fields, `environment.ts` the variables.
 */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { z } from "zod";
import defaultConfig from "../../docent.config.ts";
import { describeFileIssue } from "../file-issues.ts";
import { log } from "../log.ts";
import { perProcess } from "../process-state.ts";
import { SettingsError } from "../service-error.ts";
import { findBuiltConfig, isFileOrBuilt } from "./built-with.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { type Access, type Config, ConfigFile, LOCAL_SITE_URL, type Project } from "./schema.ts";

export type { Environment, EnvironmentKey, ListenAddress, ProviderChoice, SupportWebhook } from "./environment.ts";
export { type Access, type Config, isOfThisMachine, type Project } from "./schema.ts";

/** The settings of one process. */
export interface Settings {
  readonly config: Config;
  readonly environment: Environment;
}

const settings = perProcess("settings", () => readSettings(process.env));

/** Returns the checked configuration of this process, read on first use. @throws SettingsError that lists every bad value. */
export function getConfig(): Config {
  return settings.get().config;
}

/** Returns what the environment sets for this process, read on first use. @throws SettingsError that lists every bad variable. */
export function getEnvironment(): Environment {
  return settings.get().environment;
}

/** Returns the project whose pages the site shows: the first one. */
export function getMainProject(): Project {
  return getConfig().projects[0] as Project;
}

/** Returns the settings of who reads; undefined where everyone reads everything. */
export function getAccess(): Access | undefined {
  return getConfig().access || undefined;
}

/** Logs that a provider's key is set without a model, where that is so. Called once, at the start. */
export function mentionUnusedKey(): void {
  if (!getEnvironment().unusedProviderKey) return;
  log("info", "a provider's key is set, but no model: set ASSISTANT_MODEL for written answers, or EMBEDDING_MODEL for search");
}

/** Returns the warning that no public address is configured, and its consequences; undefined if one is. */
export function describeMissingAddress({ isAddressKnown, siteUrl } = getMainProject()): string | undefined {
  if (isAddressKnown) return undefined;
  return (
    "SITE_URL is not set: set it to the address that readers open. Until then pages have no canonical address and no preview " +
    `picture, and answers cite ${siteUrl}`
  );
}

/** Reads environment and config file, without a cache. Paths are relative to the working folder. */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const environment = readEnvironment(variables);
  const source = environment.configFile ?? "docent.config.ts";
  const raw = readRawConfig(environment);
  const config = withEnvironment(checkConfig(raw, source), environment);
  requireSignIn(config, environment);
  return { environment, config };
}

/** Returns the configuration as it is written, unchecked. */
export function readRawConfig({ configFile }: Pick<Environment, "configFile">): unknown {
  return configFile ? readConfigFile(configFile) : defaultConfig;
}

/** Throws for a server that could sign nobody in, or whose sessions would end by chance. @throws SettingsError that names each reason. */
function requireSignIn(config: Config, environment: Environment): void {
  if (!environment.production || environment.building) return;
  const lines = listSignInFaults(config, environment).map((fault) => `  ${fault}`);
  if (lines.length > 0) throw new SettingsError(`Readers cannot sign in to this site:\n${lines.join("\n")}`);
}

/** Lists why readers could not sign in to a server with these settings; empty where everyone reads everything. */
export function listSignInFaults({ access, projects }: Config, environment: Environment): string[] {
  if (!access) return [];
  const { onVercel, databaseUrl, siteSecret, readersPassword } = environment;
  const { password, oidc, proxy } = access.signIn;
  const isShared = onVercel || databaseUrl !== undefined;
  const faults = [
    password && readersPassword === undefined && "READERS_PASSWORD is missing, which access.signIn.password asks readers for",
    ...(oidc ? missingProvider(environment) : []),
    oidc && !projects[0]?.isAddressKnown && "SITE_URL is missing: the provider sends readers back to the address that it names",
    isShared && siteSecret === undefined && "SITE_SECRET is missing: each instance would end the sessions of the others",
    proxy && onVercel && "access.signIn.proxy cannot be used on Vercel, where nothing says which proxy a request comes from",
  ];
  return faults.filter((fault) => typeof fault === "string");
}

function missingProvider({ oidc: { issuer, clientId, clientSecret } }: Environment): string[] {
  const given = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  const missing = Object.entries(given).filter(([, value]) => value === undefined);
  return missing.map(([name]) => `${name} is missing, by which access.signIn.oidc signs readers in`);
}

/** Checks the values of a config file. @throws SettingsError that lists every bad value with its path and how to fix it. */
export function checkConfig(raw: unknown, source: string): Config {
  const parsed = ConfigFile.safeParse(raw, { error: describeFileIssue });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${describeIssue(issue)}`);
  throw new SettingsError(`${source} has values that Docent cannot use:\n${lines.join("\n")}`);
}

function describeIssue({ path: keys, message }: z.core.$ZodIssue): string {
  const place = keys.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}${text && "."}${String(key)}`),
    "",
  );
  return `${place || "the file"}: ${message}`;
}

function withEnvironment(config: Config, { siteUrl, vercelSiteUrl, contentDir, port }: Environment): Config {
  const [main, ...others] = config.projects.map((project) => withPort(project, port)) as [Project, ...Project[]];
  // A configured address wins over Vercel's, and Vercel's over one of this machine.
  const given = siteUrl ?? (main.isAddressKnown ? undefined : vercelSiteUrl);
  const content = contentDir ?? main.content;
  const isReplaced = path.resolve(content) !== path.resolve(main.content);
  const find = (file: string | undefined) => (isReplaced ? findDescriptionIn(content, main, file) : file);
  const apiDescription = find(main.apiDescription);
  const named = Object.entries(main.apiDescriptions).flatMap(([name, file]) => {
    const found = find(file);
    return found === undefined ? [] : [[name, found] as const];
  });
  const descriptions = { apiDescription, apiDescriptions: Object.fromEntries(named) };
  const address = given === undefined ? {} : { siteUrl: given, isAddressKnown: true };
  return { ...config, projects: [{ ...main, ...address, content, ...descriptions, isReplaced }, ...others] };
}

/** Returns a project whose address, where it was given none, has the port that the server listens on. */
function withPort(project: Project, port: number | undefined): Project {
  const isDefault = project.siteUrl === LOCAL_SITE_URL && port !== undefined;
  return isDefault ? { ...project, siteUrl: `http://localhost:${port}` } : project;
}

/** Returns the description in a folder that replaces the project's content, where the project has its own in its content. */
function findDescriptionIn(folder: string, { content }: Project, apiDescription: string | undefined): string | undefined {
  if (apiDescription === undefined || /^https?:/i.test(apiDescription)) return undefined;
  const name = path.relative(content, apiDescription);
  if (name.startsWith("..") || path.isAbsolute(name)) return undefined;
  const file = path.join(/* turbopackIgnore: true */ folder, name);
  return isFileOrBuilt(file) ? file : undefined;
}

function readConfigFile(file: string): unknown {
  const absolute = path.resolve(/* turbopackIgnore: true */ file);
  const built = existsSync(absolute) ? undefined : findBuiltConfig(file);
  if (built) return built.value;
  if (!existsSync(absolute))
    throw new SettingsError(`DOCENT_CONFIG names ${file}, which does not exist; give the path of a .ts or .json file.`);
  try {
    // Loaded at run time: the bundler cannot follow a file that exists only where the server runs.
    const load = createRequire(path.join(/* turbopackIgnore: true */ process.cwd(), "package.json"));
    const loaded: unknown = load(absolute);
    return loaded && typeof loaded === "object" && "default" in loaded ? loaded.default : loaded;
  } catch (cause) {
    throw new SettingsError(
      `DOCENT_CONFIG names ${file}, which cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
