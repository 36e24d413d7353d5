import { readFileSync } from "node:fs";
import path from "node:path";

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A part of a program, and its share of the CPU time. */
export interface ProfileRow {
  readonly name: string;
  readonly share: number;
}

const ROWS = 10;

/** Reads a profile: the parts and functions that took most of the CPU time. */
export function readProfile(file: string): { readonly parts: ProfileRow[]; readonly functions: ProfileRow[] } {
  const profile = JSON.parse(readFileSync(file, "utf8")) as Profile;
  return { parts: sumUp(profile, partOf), functions: sumUp(profile, functionOf) };
}

type Frame = Profile["nodes"][0]["callFrame"];

/** Sums the time of samples by a name; idle time counts for nothing. */
export function sumUp({ nodes, samples, timeDeltas }: Profile, nameOf: (frame: Frame) => string): ProfileRow[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    // What takes the profile is not part of the server.
    if (!frame || frame.functionName === "(idle)" || frame.url === "node:inspector") continue;
    const time = timeDeltas[index] ?? 0;
    total += time;
    times.set(nameOf(frame), (times.get(nameOf(frame)) ?? 0) + time);
  }
  const rows = [...times].map(([name, time]) => ({ name, share: time / (total || 1) }));
  return rows.sort((a, b) => b.share - a.share).slice(0, ROWS);
}

/** The package or folder of a function; what the build has bundled is one part. */
export function partOf({ functionName, url }: Frame): string {
  if (!url) return functionName.startsWith("(") ? functionName : "native code";
  if (url.startsWith("node:")) return url.split("/").slice(0, 2).join("/");
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)(\/dist\/[^/]+)?/.exec(url);
  if (inPackage) return inPackage[1] + (inPackage[1] === "next" ? (inPackage[2] ?? "") : "");
  return url.replace(/^.*?(\.next\/server\/[^/]+\/?[^/]*)\/.*$/, "$1").replace(/^file:\/\//, "");
}

function functionOf({ functionName, url, lineNumber }: Frame): string {
  return url ? `${functionName || "(anonymous)"} ${path.basename(url)}:${lineNumber + 1}` : functionName || "(native)";
}
