import { perProcess } from "../../process-state.ts";
import type { RunCode } from "../elements/expand.ts";

/** How a process runs code of pages that has no threads for it, such as a test; threads do where it is empty. */
export const pageCode = perProcess<{ run?: RunCode }>("page-code", () => ({}));
