import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server of a test. */
export interface LocalServer {
  readonly server: Server;
  /** Its address and port. */
  readonly host: string;
  /** Ends it with its connections. */
  readonly close: () => Promise<void>;
}

/** Starts a server on a free port of loopback. */
export async function listen(listener: RequestListener, address = "127.0.0.1"): Promise<LocalServer> {
  const server = createServer(listener);
  await once(server.listen(0, address), "listening");
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { server, host: `${address}:${(server.address() as AddressInfo).port}`, close };
}
