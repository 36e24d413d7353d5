import { existsSync } from "node:fs";

/** Returns true where the packages that the engine's tests need are installed; `npm ci` leaves them out. */
export function hasTestPackages(): boolean {
  return existsSync("node_modules/fast-check") && existsSync("e2e/v4-client/node_modules/ai");
}
