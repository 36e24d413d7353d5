import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** File below the engine's folder that has what its build asked of the network; only a build replaces it. */
export const BUILD_NETWORK = ".next/cache/network.log";

/** Returns the NODE_OPTIONS of a program whose processes and threads write down in a file what they ask of the network. */
export function watchNetwork(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const hook = pathToFileURL(path.join(import.meta.dirname, "outgoing.mjs"));
  hook.searchParams.set("to", path.resolve(file));
  return `--import=${hook}`;
}

interface NetworkEvent {
  readonly event: "start" | "connect" | "lookup" | "datagram";
  readonly what: string;
  readonly pid: number;
  readonly thread: number;
}

/** Returns what was asked of the network, and which programs were watched. */
export function readNetwork(file: string): { readonly asked: readonly string[]; readonly watched: readonly string[] } {
  const events = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as NetworkEvent);
  const isStart = ({ event }: NetworkEvent) => event === "start";
  return {
    asked: events.filter((event) => !isStart(event)).map(({ event, what }) => `${event} ${what}`),
    watched: events.filter(isStart).map(({ what }) => what),
  };
}
