/**
 * Runs once when a server process starts, before its first request: the place for what must see every request, such as traces.
 * Returns a function that runs when the process ends.
 */
export async function register(): Promise<() => Promise<void>> {
  return async () => {};
}
