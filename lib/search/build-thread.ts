import { parentPort, workerData } from "node:worker_threads";
import type { BuildInput } from "./build.ts";
import { buildSaved } from "./engine.ts";

// A thread that builds one engine, and ends: what building takes in memory is free again then.
const { passages, language, reusable } = workerData as BuildInput;
parentPort?.postMessage(buildSaved(passages, language, reusable));
