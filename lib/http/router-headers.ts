import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { z } from "zod";
import { getEnvironment } from "../config/config.ts";
import { log } from "../log.ts";

/** Most characters of a router's state, as Next takes it. */
const MAX_STATE = 40_000;

const Kind = z.enum(["c", "ci(..)(..)", "ci(.)", "ci(..)", "ci(...)", "oc", "d", "di(..)(..)", "di(.)", "di(..)", "di(...)"]);
const Segment = z.union([z.string(), z.tuple([z.string(), z.string(), Kind, z.array(z.string()).nullable()])]);
/** The state of a router in a browser, as Next sends and checks it. */
const State: z.ZodType = z.lazy(() =>
  z.tuple([
    Segment,
    z.record(z.string(), State),
    z.tuple([z.string(), z.string()]).nullish(),
    z.enum(["refetch", "inside-shared-layout", "metadata-only"]).nullish(),
    z.number().nullish(),
    z.string().optional(),
  ]),
);

/**
 * Returns 400 for headers of Next's router that no page of this build sends, and logs one line: Next would throw for each such request,
 * and log the stack. Undefined for all other requests.
 */
export function refuseRouterHeaders({ headers }: IncomingMessage): 400 | undefined {
  const broken = ["next-router-state-tree", "next-action"].find((name) => {
    const value = headers[name];
    return value !== undefined && !(name === "next-action" ? isKnownAction(String(value)) : isState(String(value)));
  });
  if (broken === undefined) return undefined;
  log("info", "a request was refused: no page of this site sends such a header", { header: broken });
  return 400;
}

function isState(text: string): boolean {
  if (text.length > MAX_STATE) return false;
  try {
    return State.safeParse(JSON.parse(decodeURIComponent(text))).success;
  } catch {
    return false;
  }
}

let known: ReadonlySet<string> | undefined;

/** Returns true for an action of this build, which a fork may have; of all while they are unknown, as in development. */
function isKnownAction(id: string): boolean {
  if (getEnvironment().development) return true;
  known ??= readActions();
  return known.has(ANY) || known.has(id);
}

const ANY = "*";
const MANIFEST = ".next/server/server-reference-manifest.json";

function readActions(): ReadonlySet<string> {
  try {
    const manifest = JSON.parse(readFileSync(path.join(/* turbopackIgnore: true */ process.cwd(), MANIFEST), "utf8"));
    return new Set([...Object.keys(manifest.node ?? {}), ...Object.keys(manifest.edge ?? {})]);
  } catch {
    return new Set([ANY]);
  }
}
