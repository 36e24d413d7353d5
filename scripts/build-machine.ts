/** Megabytes that a build takes beside the processes that render pages, and each of those without and for a thousand pages. */
const [BESIDE, EMPTY, PER_THOUSAND] = [800, 400, 70];

/** The cores, the memory and the pages of a build. */
interface Machine {
  readonly cores: number;
  /** Megabytes of memory that the build may take. */
  readonly megabytes: number;
  readonly pages: number;
}

/** Returns how many processes render pages: one a core, and fewer where memory would not hold the site in each of them. */
export function countWorkers({ cores, megabytes, pages }: Machine): number {
  const each = EMPTY + (PER_THOUSAND * pages) / 1_000;
  return Math.max(1, Math.min(cores, Math.floor((megabytes - BESIDE) / each)));
}
