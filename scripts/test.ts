import { run } from "./run.ts";

/** What a fork's site is made of first, then the engine on the test site. */
const steps = ["lint", "types", "test:unit", "check", "build", "test:smoke", "test:e2e"];

for (const step of steps) {
  const started = performance.now();
  console.log(`\n▶ npm run ${step}`);
  const code = await run("npm", ["run", "--silent", step]);
  console.log(`${code === 0 ? "✓" : "✗"} ${step} (${Math.round((performance.now() - started) / 1000)} s)`);
  if (code !== 0) process.exit(code);
}
