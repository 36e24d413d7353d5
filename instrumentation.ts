/** Runs once when a server process starts. */
export async function register(): Promise<void> {
  // Written out, since the bundler then leaves the import out of builds for runtimes without Node's modules.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { importAsWritten } = await import("./lib/import-as-written.ts");
    const { register: registerOwn } = await import("./site/instrumentation.ts");
    const { startServer } =
      process.env.NODE_ENV === "development"
        ? await importAsWritten<typeof import("./lib/start-server.ts")>("lib/start-server.ts")
        : await import("./lib/start-server.ts");
    await startServer({ builtFrom: process.env.DOCENT_BUILT_FROM, onEnd: await registerOwn() });
  }
}
