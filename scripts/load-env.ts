import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";

/** Takes in .env.local and .env as the server does, so that a command works on the same store; what is set already stays. */
export function loadEnv(): void {
  for (const file of [".env.local", ".env"]) if (existsSync(file)) loadEnvFile(file);
}
