import { existsSync } from "node:fs";
import { cancel, confirm, intro, isCancel, text } from "@clack/prompts";
import { fold } from "../../lib/search/analyze/analyze.ts";
import { PAPER, toReadable } from "../../lib/site/served/look.ts";
import { UsageError } from "../../scripts/command-line.ts";

/** The settings that a new site is asked for. */
export interface Answers {
  readonly name: string;
  /** Language tags, the default first. */
  readonly languages: readonly string[];
  /** Version names, the current one first; empty for a site without versions. */
  readonly versions: readonly string[];
  /** The accent in light and dark mode, as #rrggbb. */
  readonly colors: { readonly light: string; readonly dark: string };
  /** A file, an https address, or undefined for no API description. */
  readonly api: string | undefined;
  /** The public address without its path; undefined while it is not known. */
  readonly url: string | undefined;
  /** The path of that address, without a slash at its end. */
  readonly basePath: string;
  /** Address of the engine's repository, for upgrades; undefined while it is not known. */
  readonly upstream: string | undefined;
}

/** The flags, which are also the questions, as text. */
export type InitAnswers = Partial<Record<"name" | "languages" | "versions" | "colors" | "api" | "url" | "upstream", string>>;

const DEFAULTS: Required<InitAnswers> = {
  name: "Acme",
  languages: "en",
  versions: "none",
  colors: "#3b5bdb,#91a7ff",
  api: "none",
  url: "none",
  upstream: "none",
};

const QUESTIONS: Readonly<Record<keyof InitAnswers, string>> = {
  name: "What is the product called?",
  languages: "Which languages? Tags with commas, the default first, such as en,fr",
  versions: "Which versions? Names with commas, the current one first, such as v2,v1, or none",
  colors: "Which accent colour? #rrggbb for light mode; a comma and one for dark mode, or a lighter one is chosen",
  api: "Where is the OpenAPI description? A file, an https address, or none",
  url: "Where will it be online? An address such as https://docs.example.com, or none while you do not know",
  upstream: "Where does the engine come from, for upgrades? The address of the repository that you forked or copied, or none",
};

/** Asks for what no flag gives, unless `yes` takes the defaults and what was `found`. @throws UsageError for a value that cannot be used. */
export async function askFor(given: InitAnswers, { yes, found = {} }: { yes: boolean; found?: InitAnswers }): Promise<Answers> {
  const defaults = { ...DEFAULTS, ...found };
  const values = { ...defaults, ...given };
  if (!yes && Object.keys(given).length < Object.keys(QUESTIONS).length) {
    requireTerminal();
    intro("Make this site yours");
  }
  for (const key of Object.keys(QUESTIONS) as (keyof InitAnswers)[]) {
    if (!yes && given[key] === undefined) values[key] = await ask(key, defaults[key]);
    const fault = faultIn(key, values[key]);
    if (fault) throw new UsageError(`--${key}: ${fault}`);
  }
  const [light = "", dark = toReadable(light, PAPER.dark)] = listOf(values.colors);
  return {
    name: values.name.trim(),
    languages: listOf(values.languages),
    versions: listOf(values.versions),
    colors: { light, dark },
    api: values.api === "none" ? undefined : values.api,
    url: values.url === "none" ? undefined : new URL(values.url).origin,
    basePath: values.url === "none" ? "" : basePathOf(values.url),
    upstream: values.upstream === "none" ? undefined : values.upstream,
  };
}

/** Asks a question of yes or no, and returns true for yes. @throws UsageError without a terminal. */
export async function isAgreed(message: string): Promise<boolean> {
  requireTerminal();
  return (await confirm({ message })) === true;
}

/** @throws UsageError where nobody can answer: the questions would end the process without a word. */
function requireTerminal(): void {
  if (!process.stdin.isTTY)
    throw new UsageError("There is no terminal to ask in: give --yes, and a flag for what is not the default.");
}

async function ask(key: keyof InitAnswers, defaultValue: string): Promise<string> {
  const answer = await text({
    message: QUESTIONS[key],
    placeholder: defaultValue,
    defaultValue,
    validate: (value) => (value ? faultIn(key, value) : undefined),
  });
  if (!isCancel(answer)) return answer;
  cancel("Nothing was changed.");
  process.exit(1);
}

/** Returns the fault of a value; undefined when it can be used. */
export function faultIn(key: keyof InitAnswers, value: string): string | undefined {
  const all = listOf(value);
  const each = (pattern: RegExp) => all.every((part) => pattern.test(part)) && new Set(all).size === all.length;
  switch (key) {
    case "name":
      return /[a-z0-9]/i.test(value) && /^[\p{L}\p{N}][\p{L}\p{N} .&+_-]{0,59}$/u.test(value)
        ? undefined
        : "must be at most 60 letters, digits, spaces and . & + _ -, with a letter from a to z or a digit";
    case "languages":
      return all.length > 0 && each(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/) ? undefined : 'must be language tags, such as "en,fr"';
    case "versions":
      return each(/^[a-z0-9][a-z0-9._-]{0,31}$/) ? undefined : 'must be names such as "v2,v1", or "none"';
    case "colors":
      return all.length > 0 && all.length <= 2 && all.every((part) => /^#[0-9a-f]{6}$/i.test(part))
        ? undefined
        : 'must be one or two colours, such as "#3b5bdb,#91a7ff"';
    case "api":
      if (value === "none" || /^https:\/\/./.test(value)) return undefined;
      if (/^http:\/\//.test(value))
        return `must begin with https:, as in ${value.replace("http:", "https:")}, or be a file, or none`;
      if (!/\.(json|ya?ml)$/.test(value)) return "must be a .json or .yaml file, an https address, or none";
      return existsSync(value) ? undefined : `there is no file ${value}.`;
    case "upstream":
      // A clone by ssh or from a folder is one, too. What it names is fetched when an upgrade asks for it.
      return /^[^\s-]\P{Cc}*$/u.test(value) ? undefined : 'must be the address of a git repository, or "none"';
    case "url":
      return value === "none" || isSiteAddress(value)
        ? undefined
        : 'must be an http or https address, such as "https://docs.example.com" or "https://example.com/docs", or none';
  }
}

function isSiteAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && /^(?:\/[a-z0-9._-]+)*$/i.test(basePathOf(value)) && `${search}${hash}` === "";
}

function basePathOf(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, "");
}

function listOf(value: string): string[] {
  return value === "none"
    ? []
    : value
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean);
}

/** Returns the name as an id: `Acme Docs!` is `acme-docs`, `Über Öl` is `uber-ol`. */
export function toId(name: string): string {
  const id = fold(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return id.slice(0, 63).replace(/-+$/, "") || "docs";
}
