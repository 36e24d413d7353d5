import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { readArguments } from "../../scripts/command-line.ts";
import { type Attack, ask } from "./attack/attack.ts";
import { bodyAttacks, warmUp, warmUpSearch } from "./attack/bodies.ts";
import { budgetAttack, budgetOptions, modelOptions } from "./attack/budget.ts";
import { callAttacks } from "./attack/calls.ts";
import { cpuAttacks } from "./attack/cpu.ts";
import { listDescriptionGroups } from "./attack/descriptions.ts";
import { edgeAttacks, edgeOptions } from "./attack/edges.ts";
import { entryPointAttacks } from "./attack/entry-points.ts";
import { linkAttacks } from "./attack/links.ts";
import { codeAttacks, nameAttacks, scriptAttacks } from "./attack/pages.ts";
import { type BenchProvider, startBenchProvider } from "./attack/provider.ts";
import { quotaAttacks, quotaOptions } from "./attack/quotas.ts";
import { relayAttacks, startRelayOptions } from "./attack/relays.ts";
import { judge, judgeMemory, type Memory, type Report, type Row, toLine } from "./attack/report.ts";
import { diskAttacks, mountSmallDisk, storageAttacks, unmountDisks } from "./attack/storage.ts";
import {
  createFolder,
  removeFolders,
  residentMiB,
  startTarget,
  stopTargets,
  type Target,
  type TargetOptions,
} from "./attack/target.ts";
import { wireAttacks } from "./attack/wire.ts";

export const help = `Attacks servers of the build on loopback, and tells whether they hold. Takes about twenty minutes.

  npm run bench -- attack [--only text] [--record file]

A stall is the longest wait for a static file, asked for every 10 ms by another thread, less the time in which the
server was ready and other processes had the CPU. Every server has answered before, also after a restart, since
what it loads for its first answers is not an attack's doing. The server may use 768 MB of heap. Memory is what the server's
process holds; it must be back within 20 % a minute after the last attack. --only runs the attacks whose names hold a
text; --record writes the figures, which later runs show as "before". Exit code 1 when anything does not hold.`;

const recorded = "internal/bench/attack/before.json";
const restMs = 60_000;

/** Attacks that share one server. */
interface Group {
  readonly name: string;
  readonly options?: TargetOptions;
  readonly attacks: readonly Attack[];
  /** True when a warm-up with answers would use up what is attacked. */
  readonly cold?: boolean;
  /** False when the server is unavailable on this machine. */
  readonly prepare?: (folder: string) => Promise<boolean>;
}

/** The measurements of a run so far, with the failed attacks. */
interface Findings {
  readonly before: Report;
  readonly rows: Record<string, Row>;
  readonly memory: Record<string, Memory>;
  readonly failed: string[];
}

/** Runs every attack and prints a line for each. */
export async function run(args: readonly string[]): Promise<void> {
  const options = { only: { type: "string", default: "" }, record: { type: "string" } } as const;
  const { values } = readArguments(args, { options });
  buildOnce();
  const before: Report = existsSync(recorded) ? JSON.parse(readFileSync(recorded, "utf8")) : { rows: {}, memory: {} };
  const findings: Findings = { before, rows: {}, memory: {}, failed: [] };
  const provider = await startBenchProvider();
  const servers: Server[] = [];
  try {
    for (const group of select(listGroups(provider, await startRelayOptions()), values.only))
      servers.push(...(await attackGroup(group, findings)));
    console.log(`\nMemory, ${restMs / 1_000} s later:`);
    await new Promise((resolve) => setTimeout(resolve, restMs));
    for (const server of servers.filter(({ cold }) => !cold)) reportMemory(server, findings);
  } finally {
    await stopTargets();
    await provider.close();
    unmountDisks();
    await removeFolders();
  }
  const { rows, memory, failed } = findings;
  if (values.record) writeFileSync(values.record, `${JSON.stringify({ rows, memory }, null, 2)}\n`);
  console.log(failed.length === 0 ? "\nEverything holds." : `\n${failed.length} did not hold: ${failed.join("; ")}`);
  if (failed.length > 0) process.exitCode = 1;
}

/** The server of a group after its attacks; none where the machine cannot have it. */
async function attackGroup(group: Group, { before, rows, failed }: Findings): Promise<Server[]> {
  const server = await Server.start(group).catch((cause: unknown) => {
    console.log(`${group.name}: the server did not start. ${cause instanceof Error ? cause.message : cause}`);
    failed.push(...group.attacks.map(({ name }) => name));
  });
  if (!server) return [];
  for (const attack of group.attacks) {
    const row = await server.attack(attack);
    const verdict = judge(attack, row);
    rows[attack.name] = row;
    if (verdict.length > 0) failed.push(attack.name);
    console.log(toLine(attack.name, before.rows[attack.name], row, verdict));
  }
  return [server];
}

function buildOnce(): void {
  if (existsSync(".next/BUILD_ID")) return;
  console.log("Building.");
  const { status } = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build"], { stdio: "inherit" });
  if (status !== 0) throw new Error("The build failed.");
}

/** The servers and what is done to them; the one that may be made to hang comes last. */
function listGroups(provider: BenchProvider, relayOptions: TargetOptions): readonly Group[] {
  const budget = (name: Parameters<typeof budgetAttack>[0]): Group => ({
    name: `budget, ${name}`,
    options: budgetOptions(provider),
    cold: true,
    attacks: [budgetAttack(name, provider)],
  });
  return [
    { name: "requests", options: edgeOptions, attacks: [...edgeAttacks, ...cpuAttacks, ...storageAttacks, ...bodyAttacks] },
    { name: "wire", attacks: wireAttacks },
    { name: "entries", attacks: entryPointAttacks },
    { name: "calls", attacks: callAttacks },
    { name: "quotas", options: quotaOptions, attacks: quotaAttacks },
    budget("each left after its first word"),
    budget("concurrently"),
    budget("from a provider that reports no usage"),
    { name: "links", options: modelOptions(provider), attacks: linkAttacks(provider) },
    ...listDescriptionGroups(),
    { name: "relays", options: relayOptions, attacks: relayAttacks },
    { name: "disk", attacks: diskAttacks, prepare: mountSmallDisk },
    { name: "pages", attacks: [...scriptAttacks, ...codeAttacks, ...nameAttacks] },
  ];
}

function select(groups: readonly Group[], only: string): Group[] {
  return groups
    .map((group) => ({ ...group, attacks: group.attacks.filter(({ name }) => name.includes(only)) }))
    .filter(({ attacks }) => attacks.length > 0);
}

function reportMemory(server: Server, { before, memory, failed }: Findings): void {
  const { name } = server;
  const now = server.readMemory();
  const verdict = judgeMemory(now);
  const known = before.memory[name];
  const was = known ? `${known.baseMiB} → ${known.afterMiB} MiB` : "not measured";
  console.log(`${name.padEnd(54)} | ${was.padEnd(18)} | ${now.baseMiB} → ${now.afterMiB} MiB | ${verdict[0] ?? "holds"}`);
  memory[name] = now;
  if (verdict.length > 0) failed.push(`memory of ${name}`);
}

/** The server of a group, which is started again when an attack ended it. */
class Server {
  readonly name: string;
  /** Without a whole warm-up there is no base to compare its memory with. */
  readonly cold: boolean;
  readonly #options: TargetOptions;
  #target: Target;
  #baseMiB: number;

  private constructor({ name, options = {}, cold = false }: Group, target: Target) {
    this.name = name;
    this.cold = cold;
    this.#options = options;
    this.#target = target;
    this.#baseMiB = residentMiB(target.pid);
  }

  /** Undefined where the machine cannot have it. */
  static async start(group: Group): Promise<Server | undefined> {
    const folder = await createFolder();
    if (group.prepare && !(await group.prepare(folder))) {
      console.log(`${group.attacks.map(({ name }) => name).join(", ")}: left out, since it needs root.`);
      return undefined;
    }
    const target = await startTarget(folder, group.options);
    await (group.cold ? warmUpSearch(target) : warmUp(target));
    return new Server(group, target);
  }

  async attack(attack: Attack): Promise<Row> {
    this.#target.watch.reset();
    const outcome = await attack.run(this.#target, () => this.#restart());
    const figures = await this.#target.watch.read();
    const died = !(await this.#isWell());
    // A page that hangs is in the store, so the next server needs another one.
    if (died) await rm(path.join(this.#target.folder, "data"), { recursive: true });
    if (died) await this.#restart();
    return { ...outcome, ...figures, died };
  }

  async #isWell(): Promise<boolean> {
    const replies = [await ask(this.#target, "/v1/health"), await ask(this.#target, "/docs/quickstart")];
    return this.#target.isAlive() && replies.every(({ status }) => status === 200);
  }

  async #restart(): Promise<Target> {
    await this.#target.stop();
    this.#target = await startTarget(this.#target.folder, this.#options);
    await (this.cold ? warmUpSearch : warmUp)(this.#target);
    this.#target.watch.reset();
    return this.#target;
  }

  readMemory(): Memory {
    return { baseMiB: this.#baseMiB, afterMiB: residentMiB(this.#target.pid) };
  }
}
