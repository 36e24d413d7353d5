import type { ContentFile } from "../model/content-file.ts";
import { fileKindOf } from "./file-kinds.ts";
import type { IsTrusted } from "./trust.ts";

const MAX_SHEETS = 20;
const MAX_SHEETS_CHARS = 512 * 1024;
const SHOWN = 8;

/** The style sheets of a docs.json repository, which that system has on every page. */
interface Styles {
  /** Those that are loaded here too, in order of their paths: at most 20, of at most 524,288 characters together. */
  readonly loaded: readonly ContentFile[];
  /** Reports of the refused parts, a line for each reason. */
  readonly left: readonly string[];
}

/**
 * Divides style sheets into those that are loaded and those that are not. They can hide or move all of a site, so only those
 * of a trusted build are.
 */
export function listStyles(files: readonly ContentFile[], isTrusted: IsTrusted): Styles {
  const sheets = files.filter(({ path }) => fileKindOf(path) === "style");
  const trusted = sheets.filter(isTrusted);
  const loaded: ContentFile[] = [];
  let chars = 0;
  for (const sheet of trusted) {
    if (loaded.length >= MAX_SHEETS || chars + sheet.text.length > MAX_SHEETS_CHARS) continue;
    chars += sheet.text.length;
    loaded.push(sheet);
  }
  const outside = sheets.filter((sheet) => !trusted.includes(sheet));
  const tooMany = trusted.filter((sheet) => !loaded.includes(sheet));
  return {
    loaded,
    left: [
      ...describe(outside, "not loaded, since a style sheet is loaded from a trusted build alone; see content.trusted"),
      ...describe(
        tooMany,
        `not loaded, since a site has at most ${MAX_SHEETS} style sheets of ${MAX_SHEETS_CHARS} characters together`,
      ),
    ],
  };
}

/** Returns a version for the address of a style sheet, so that browsers may keep it: another text has another one. */
export function styleVersion({ hash }: Pick<ContentFile, "hash">): string {
  return hash.slice(0, 16);
}

function describe(sheets: readonly ContentFile[], reason: string): string[] {
  if (sheets.length === 0) return [];
  const more = sheets.length > SHOWN ? ` and ${sheets.length - SHOWN} more` : "";
  const names = sheets.slice(0, SHOWN).map(({ path }) => path);
  return [`${names.join(", ")}${more}: ${reason}`];
}
