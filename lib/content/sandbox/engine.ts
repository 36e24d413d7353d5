import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import path from "node:path";
import { EvalFlags, type JSValueHandle, QuickJS, type QuickJSOptions, type Snapshot } from "quickjs-wasi";
import { installLocale } from "./guest/locale.ts";
import { installModules } from "./guest/modules.ts";
import { installReact } from "./guest/react.ts";
import { installRender } from "./guest/render.ts";
import { installValues } from "./guest/values.ts";

/** Memory that one page may take; pages of the ten largest repositories that were tried take three megabytes. */
const MAX_MEMORY_BYTES = 32 * 1024 * 1024;
const MAX_STACK_BYTES = 256 * 1024;
/** Interrupts of the engine, some ten thousand steps each, that a page may use: in all, and in one call. */
const MAX_TICKS = 3_000;
const MAX_TICKS_OF_CALL = 1_000;
/** CPU time of a page, which ends loops of expensive native calls: they make few steps. Ordinary code takes milliseconds. */
const MAX_CPU_MS = 4_000;

/** An engine in which nothing but the guest is, and what the host gives it. */
export interface SandboxEngine {
  /** Runs a text as a script. @throws Error with the guest's reason */
  readonly run: (code: string, file: string) => void;
  /** Calls a function of the guest with plain values; its result as text, or as a truth value. @throws Error */
  readonly call: (name: string, ...args: readonly (string | number)[]) => string | boolean;
  /** Settles what promises can be. */
  readonly settle: () => void;
  /** Gives the guest a function of the host, from text to text. */
  readonly give: (name: string, work: (text: string) => string) => void;
}

/**
 * Returns the engine as it is installed: what a bundler makes of an address of it is for browsers in code that pages import.
 */
function readEngine(): WebAssembly.Module {
  // Folders, and no package.json: named here, that of the site would be traced into functions, whose scripts it makes modules.
  const roots = [path.join(/* turbopackIgnore: true */ process.cwd(), path.sep), import.meta.url];
  const manifest = roots.map(findEngine).find((found) => found !== undefined);
  if (!manifest) throw new Error("The package quickjs-wasi, which runs code of pages, is not installed.");
  return new WebAssembly.Module(readFileSync(path.join(/* turbopackIgnore: true */ path.dirname(manifest), "quickjs.wasm")));
}

function findEngine(from: string): string | undefined {
  try {
    return findPackageJSON("quickjs-wasi", from);
  } catch {
    return undefined;
  }
}

let wasm: WebAssembly.Module | undefined;
let snapshot: Promise<Snapshot> | undefined;

function optionsFor(now: number, isOver: () => boolean): QuickJSOptions {
  wasm ??= readEngine();
  return {
    wasm,
    memoryLimit: MAX_MEMORY_BYTES,
    maxStackSize: MAX_STACK_BYTES,
    timezoneOffset: 0,
    interruptHandler: isOver,
    wasi: (memory) => ({
      clock_time_get: (_clock: number, _precision: bigint, result: number) => {
        new DataView(memory.buffer).setBigUint64(result, BigInt(now) * 1_000_000n, true);
        return 0;
      },
      random_get: (at: number, length: number) => {
        new Uint8Array(memory.buffer, at, length).fill(0x5a);
        return 0;
      },
      fd_write: () => 0,
    }),
  };
}

/** Returns an engine that has read the guest, which every page begins as a copy of: reading takes longer than copying. */
async function takeSnapshot(): Promise<Snapshot> {
  const vm = await QuickJS.create(optionsFor(0, () => false));
  vm.evalCode(GUEST_SOURCE, "guest.js").dispose();
  return vm.snapshot();
}

/** Runs the work in an engine that is disposed of afterwards, however it ends. `now`: the time that the page sees, in milliseconds since 1970. */
export async function withEngine<Result>(now: number, work: (engine: SandboxEngine) => Result): Promise<Result> {
  snapshot ??= takeSnapshot();
  let ticks = 0;
  let ticksOfCall = 0;
  const began = process.threadCpuUsage().user;
  const isOver = () => {
    ticks += 1;
    ticksOfCall += 1;
    return ticks > MAX_TICKS || ticksOfCall > MAX_TICKS_OF_CALL || (process.threadCpuUsage().user - began) / 1_000 > MAX_CPU_MS;
  };
  const vm = await QuickJS.restore(await snapshot, optionsFor(now, isOver));
  const guest = vm.evalCode("$guest", "guest.js");
  return work({
    run: (code, file) => vm.evalCode(code, file, EvalFlags.TYPE_GLOBAL).dispose(),
    call: (name, ...args) =>
      vm.withScope(() => {
        ticksOfCall = 0;
        const given = args.map((each) => (typeof each === "string" ? vm.newString(each) : vm.newNumber(each)));
        return toPlainValue(vm.callFunction(guest.getProp(name), guest, ...given), vm);
      }),
    settle: () => void vm.executePendingJobs(),
    give: (name, give) => {
      vm.setProp(
        guest,
        name,
        vm.newFunction(name, (given) => vm.newString(give(given.toString()))),
      );
    },
  });
}

function toPlainValue(handle: JSValueHandle, vm: QuickJS): string | boolean {
  return vm.typeof(handle) === "string" ? handle.toString() : vm.typeof(handle) === "boolean" && handle.toString() === "true";
}

/** The code that makes a bare engine the guest: each part is a function that names nothing outside of itself. */
const GUEST_SOURCE: string = [
  'Object.defineProperty(globalThis, "$guest", { value: {} });',
  ...[installReact, installModules, installRender, installValues, installLocale].map((install) => `(${install})(globalThis);`),
].join("\n");
