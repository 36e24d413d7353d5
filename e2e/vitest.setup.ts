import fc from "fast-check";
import { afterAll } from "vitest";
import { forgetProcessState } from "../lib/process-state.ts";
import { removeFolders } from "../lib/testing-folder.ts";

// Run before each test file: files that share a process begin as in a new one.
forgetProcessState();

// The same cases in every run; another FAST_CHECK_SEED looks elsewhere.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) });

afterAll(removeFolders);
