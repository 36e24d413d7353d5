import fc from "fast-check";
import { pageCode } from "../lib/content/reader/page-code.ts";
import { forgetProcessState } from "../lib/process-state.ts";

// Run before each test file: files that share a process begin as in a new one.
forgetProcessState();
// Pages with code are read in the test's own process, where the test site's components are; hostile-code.test.ts reads in threads.
pageCode.set({ run: async (code) => (await import("../lib/content/sandbox/run-page.ts")).runPage(code) });

// The same cases in every run; another FAST_CHECK_SEED looks elsewhere.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) });
