import { perProcess } from "../process-state.ts";

interface ServerState {
  /** Work that continues after its response. Instrumentation ends the process, route handlers say what it waits for. */
  readonly pending: Set<Promise<unknown>>;
  /** True once this process overwrites the header of a peer's address: before, it could be a client's. */
  recordsPeers: boolean;
}

/** State that the listeners of Node's server share with the route handlers. */
export const serverState = perProcess<ServerState>("server", () => ({ pending: new Set(), recordsPeers: false }));
