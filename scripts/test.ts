import { run } from "./run.ts";

/** Steps that test a fork: first the parts of its site, then the engine on the test site. */
const steps = ["lint", "types", "test:unit", "check", "build", "test:smoke", "test:e2e"];
const times: [step: string, seconds: number][] = [];

for (const step of steps) {
  const started = performance.now();
  console.log(`\n▶ npm run ${step}`);
  const code = await run("npm", ["run", "--silent", step]);
  const seconds = Math.round((performance.now() - started) / 1000);
  times.push([step, seconds]);
  console.log(`${code === 0 ? "✓" : "✗"} ${step} (${seconds} s)`);
  if (code !== 0) process.exit(code);
}

const total = times.reduce((sum, [, seconds]) => sum + seconds, 0);
console.log("\nWhere the time went:");
for (const [name, seconds] of [...times, ["all", total] as const]) console.log(`${`${seconds} s`.padStart(7)}  ${name}`);
