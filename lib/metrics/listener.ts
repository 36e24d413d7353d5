import { createServer, type Server } from "node:http";
import type { ListenAddress } from "../config/config.ts";
import { log, toLogFields } from "../log.ts";
import type { Recorder } from "./record.ts";

/**
 * Serves the metrics at `/metrics` of an address of their own, to whoever can reach it. An address that is taken is logged,
 * and the site is served without it.
 */
export function listenForScrapes(
  { host, port }: ListenAddress,
  { print, contentType }: Pick<Recorder, "print" | "contentType">,
): Server {
  const server = createServer(({ url, method }, response) => {
    if (url?.split("?")[0] !== "/metrics" || method !== "GET") {
      response.writeHead(404).end();
      return;
    }
    print().then(
      (text) => response.writeHead(200, { "Content-Type": contentType, "Cache-Control": "no-store" }).end(text),
      (cause: unknown) => {
        log("error", "metrics cannot be printed", toLogFields(cause));
        response.writeHead(500).end();
      },
    );
  });
  server.on("error", (cause) => log("error", "metrics cannot be served at the address of DOCENT_METRICS", toLogFields(cause)));
  server.listen(port, host);
  // The site's own server keeps the process running.
  return server.unref();
}
