import { perProcess } from "../../process-state.ts";
import type { RunCode } from "../elements/expand.ts";

/** Runs code of pages in a process that has no threads for it, such as a test; where it is empty, threads do. */
export const pageCode = perProcess<{ run?: RunCode }>("page-code", () => ({}));
