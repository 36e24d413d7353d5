import { appendFile } from "node:fs/promises";

/** Writes into the file that the environment names that the process begins, and that it ends. */
export async function register(): Promise<() => Promise<void>> {
  const { HARBOR_DIARY } = process.env;
  const note = async (word: string) => (HARBOR_DIARY ? appendFile(HARBOR_DIARY, `${word}\n`) : undefined);
  await note("begins");
  return () => note("ends");
}
