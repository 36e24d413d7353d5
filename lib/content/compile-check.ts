// Tested in check.test.ts.
import { compilePage } from "./compile.ts";
import type { ContentProblem, Page } from "./page.ts";

const AT_ONCE = 8;

/** Faults that parsing cannot see: expressions that throw. Pages with a problem of their own are left out. */
export async function findCompileProblems(pages: readonly Page[]): Promise<ContentProblem[]> {
  const candidates = pages.filter(mayFailToCompile);
  const problems: ContentProblem[] = [];
  for (let start = 0; start < candidates.length; start += AT_ONCE) {
    const compiled = await Promise.all(candidates.slice(start, start + AT_ONCE).map(compilePage));
    problems.push(...compiled.flatMap(({ problem, failure }) => problem ?? failure ?? []));
  }
  return problems;
}

/** False for a page that compiles since it was parsed: one without expressions, or one that is read as data. Most pages have none, and need no check. */
export function mayFailToCompile({ kind, problem, source, trusted }: Page): boolean {
  if (kind === "api" || problem || !trusted) return false;
  const prose = source.replace(/^ *(`{3,}|~{3,})[\s\S]*?^ *\1/gm, "").replace(/`[^`\n]*`/g, "");
  return /(?<!\\)\{(?!\s*\/\*)/.test(prose);
}
