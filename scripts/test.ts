import { run } from "./run.ts";

const steps = ["lint", "types", "test:unit", "build", "test:e2e"];

for (const step of steps) {
  const started = performance.now();
  console.log(`\n▶ npm run ${step}`);
  const code = await run("npm", ["run", "--silent", step]);
  console.log(`${code === 0 ? "✓" : "✗"} ${step} (${Math.round((performance.now() - started) / 1000)} s)`);
  if (code !== 0) process.exit(code);
}
