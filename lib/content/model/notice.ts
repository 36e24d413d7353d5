import type { OpenApiFinding } from "../../openapi/openapi.ts";

/**
 * The fault of a part of a page: `component` is unknown, the file of an `import` is missing, `expression` cannot be worked out, `syntax` is
 * shown as text, `attribute` is left out, `unsafe` would run in the browser, and is left out.
 */
export type NoticeKind = "component" | "import" | "expression" | "syntax" | "attribute" | "unsafe";

/** Something of a page that is not shown as it is meant. It costs that part alone, and never the page. */
export interface Notice extends ContentProblem {
  readonly kind: NoticeKind;
}

/** Something wrong with one file: shown in development, refused by a build and by an update. */
export interface ContentProblem {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly reason: string;
}

/** Returns a problem that is of no line of its file. */
export function fileProblem(file: string, reason: string): ContentProblem {
  return { file, line: undefined, column: undefined, reason };
}

/** Returns a fault of an API description as a problem of its file. */
export function findingProblem(
  { path }: { readonly path: string },
  { line, column, pointer, message }: OpenApiFinding,
): ContentProblem {
  return { file: path, line, column, reason: pointer ? `${pointer}: ${message}` : message };
}
