import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** Runs of fewer files show each file's time anyway. */
const MIN_FILES = 30;
const SHOWN = 12;

/** Prints which test files took longest, and how long all files took to start. */
export default class SlowTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < MIN_FILES) return;
    const files = modules.map((module) => ({ name: path.relative(process.cwd(), module.moduleId), ...timesOf(module) }));
    const slowest = files.sort((left, right) => right.tests - left.tests).slice(0, SHOWN);
    console.log("\nThe slowest test files:");
    for (const { name, tests } of slowest) console.log(`${toSeconds(tests)}  ${name}`);
    console.log(
      `${toSeconds(files.reduce((sum, { start }) => sum + start, 0))}  starting and importing all ${files.length} files`,
    );
  }
}

function timesOf(module: TestModule): { tests: number; start: number } {
  const { duration, collectDuration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic();
  return { tests: duration, start: collectDuration + environmentSetupDuration + prepareDuration + setupDuration };
}

function toSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`.padStart(8);
}
