/** `npm run bench -- NAME [options]`: runs bench/NAME.ts, which says what it measures. */
const [name = "", ...args] = process.argv.slice(2);
if (!/^[a-z-]+$/.test(name)) {
  console.error("Say what to measure: npm run bench -- answers");
  process.exit(1);
}
const { run } = (await import(`./${name}.ts`)) as { run: (args: readonly string[]) => Promise<void> };
await run(args);

export {};
