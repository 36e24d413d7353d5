/** Something wrong with what an owner wrote. An error fails the check, a build and an update; a warning costs what it names. */
export interface Finding {
  readonly severity: "error" | "warning";
  /** Path below the content folder, the address of a description, or the path of a file of the project outside of the content. */
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** A sentence: the fault, and how to fix it. */
  readonly message: string;
  readonly kind?: FindingKind | undefined;
}

/**
 * What a finding is about, where other code asks. Of a part of a page: `component` is unknown, the file of an `import` is missing,
 * `expression` cannot be evaluated, `syntax` is shown as text, `attribute` is left out, `unsafe` would run in the browser and is left
 * out. `everywhere` is often in many places: the check of a site says its message once, with their number.
 */
export type FindingKind = "component" | "import" | "expression" | "syntax" | "attribute" | "unsafe" | "everywhere";

type Place = Partial<Pick<Finding, "line" | "column" | "kind">>;

/** Returns an error in a file; without a line when it is about the file as a whole. */
export function errorIn(file: string, message: string, place: Place = {}): Finding {
  return { severity: "error", file, line: undefined, column: undefined, message, ...place };
}

/** Returns a warning about a file; without a line when it is about the file as a whole. */
export function warningIn(file: string, message: string, place: Place = {}): Finding {
  return { ...errorIn(file, message, place), severity: "warning" };
}

/** Returns true for a finding that fails the check. */
export function isError({ severity }: Finding): boolean {
  return severity === "error";
}

/** Returns the findings as warnings: of files that belong to others, no fault stops a build. */
export function toWarnings(findings: readonly Finding[], kind?: FindingKind): Finding[] {
  return findings.map((finding) => ({ ...finding, severity: "warning", kind: finding.kind ?? kind }));
}

/** Returns `file:line:column`, as editors and terminals know it. */
export function placeOf({ file, line, column }: Pick<Finding, "file" | "line" | "column">): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}

/** Returns a finding as a line for the terminal: its place, severity and message. */
export function toLine(finding: Finding): string {
  return forTerminal(`${placeOf(finding)} ${finding.severity}: ${finding.message}`);
}

/** Replaces control characters of content, which a terminal would obey. */
export function forTerminal(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, " ");
}
