import { parentPort, workerData } from "node:worker_threads";
import type { BuildInput } from "./build.ts";
import { buildSaved } from "./engine.ts";

// A thread that builds one engine and ends, which frees the memory of the build.
const { passages, language, reusable } = workerData as BuildInput;
parentPort?.postMessage(buildSaved(passages, language, reusable));
