import { canaryEnvironment } from "../e2e/canaries.ts";
import { run } from "./run.ts";

const steps = ["lint", "types", "test:unit", "check", "build", "test:smoke", "test:e2e"];

/** The build is made with secrets that can be told, and the browser tests look for them in it and run what it ships. */
const variables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  build: { ...canaryEnvironment, DOCENT_STANDALONE: "1" },
  "test:e2e": { BUILT_WITH_CANARIES: "1" },
};

for (const step of steps) {
  const started = performance.now();
  console.log(`\n▶ npm run ${step}`);
  const code = await run("npm", ["run", "--silent", step], variables[step]);
  console.log(`${code === 0 ? "✓" : "✗"} ${step} (${Math.round((performance.now() - started) / 1000)} s)`);
  if (code !== 0) process.exit(code);
}
