import { isComponentName, isKnownName } from "../components/components.ts";
import { findModule, findSnippet, rawSpecifier } from "../files/modules.ts";
import { isKnownPackage, pictureAddress } from "../files/packages.ts";
import type { Modules } from "../model/content-file.ts";
import type { Notice } from "../model/notice.ts";
import type { CompiledCode, WrittenImport } from "./compile-script.ts";
import type { GuestSource } from "./guest/guest.ts";

const STYLE_SHEET = /\.(?:css|s[ac]ss|less)$/;

interface LinkInput {
  readonly modules: Modules;
  /** Knows packages, so that what they give is missed only where it is used. */
  readonly system?: object | undefined;
}

/**
 * Finds the files and pictures that a file names among those that its page may take something from, and says which are missing.
 * Packages are left out: the guest knows them.
 */
export function linkFile(file: string, { imports, specifiers }: CompiledCode, { modules, system }: LinkInput) {
  const sources = specifiers.flatMap((specifier) => {
    const source = findSource(file, specifier, modules);
    return source ? [[specifier, source] as const] : [];
  });
  const found = new Map(sources);
  const notices = imports.flatMap((written): Notice[] => {
    const reason = STYLE_SHEET.test(written.specifier)
      ? `The style sheet ${written.specifier} is not loaded.`
      : found.has(written.specifier)
        ? undefined
        : describeMissing(written, system !== undefined);
    return reason ? [{ kind: "import", file, line: written.line, column: 1, reason }] : [];
  });
  return { sources: Object.fromEntries(found), notices };
}

function findSource(file: string, specifier: string, modules: Modules): GuestSource | undefined {
  const has = (name: string) => Object.hasOwn(modules, name);
  const snippet = /^snippet:(.*)$/s.exec(specifier)?.[1];
  if (snippet !== undefined) return asFile(findSnippet(snippet, has));
  if (STYLE_SHEET.test(specifier)) return ["value", {}];
  const picture = pictureAddress(file, specifier);
  if (picture) return ["value", picture];
  const raw = rawSpecifier(specifier);
  const found = findModule(file, raw ?? specifier, has);
  if (raw !== undefined && found !== undefined) return ["value", modules[found]?.trimEnd()];
  return asFile(found);
}

function asFile(path: string | undefined): GuestSource | undefined {
  return path === undefined ? undefined : ["file", path];
}

/** Describes the consequence of an import without a target; undefined where it is named at its use, or Docent has it. */
function describeMissing({ specifier, names }: WrittenImport, knowsPackages: boolean): string | undefined {
  if (/^(?:[./]|@site\/|!*raw-loader!\.)/.test(specifier)) return `There is no file ${specifier} to import from.`;
  if (knowsPackages || isKnownPackage(specifier)) return undefined;
  const values = names.map(({ local }) => local).filter((name) => !isComponentName(name) || isKnownName(name));
  const missed = values.filter((name) => !isComponentName(name));
  return missed.length > 0 ? `${specifier} is no file of the content, so ${missed.join(", ")} is not known.` : undefined;
}
