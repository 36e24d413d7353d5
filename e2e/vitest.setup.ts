import fc from "fast-check";
import { afterAll } from "vitest";
import { removeFolders } from "../internal/testing/folder.ts";
import { forgetProcessState } from "../lib/process-state.ts";

// Run before each test file: files that share a process begin as in a new one.
forgetProcessState();

// The same cases in every run; another FAST_CHECK_SEED looks elsewhere.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) });

afterAll(removeFolders);
