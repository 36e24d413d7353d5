import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { build } from "rolldown";

type Handler = (request: Request) => Promise<Response>;

/** A foreign web application, on its own origin. */
export interface App {
  readonly origin: string;
  /** Serves a script's page at `/<name>`. */
  readonly addPage: (name: string, script: string) => void;
  /** Answers POST at an address, as a route file of Next does. */
  readonly addRoute: (pathname: string, handle: Handler) => void;
  readonly close: () => Promise<void>;
}

export async function startApp(): Promise<App> {
  const scripts = new Map<string, string>();
  const routes = new Map<string, Handler>();
  const server = createServer(async (request, response) => {
    const pathname = request.url ?? "/";
    const route = request.method === "POST" ? routes.get(pathname) : undefined;
    if (route) return answerBy(route, request, response);
    const script = scripts.get(path.basename(pathname, ".js"));
    if (script === undefined) return response.writeHead(404).end();
    if (pathname.endsWith(".js")) return response.writeHead(200, { "content-type": "text/javascript" }).end(script);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(toHtml(`${pathname}.js`));
  });
  server.listen(0);
  await once(server, "listening");
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    addPage: (name, script) => void scripts.set(name, script),
    addRoute: (pathname, handle) => void routes.set(pathname, handle),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A script for the browser with all that it imports, in one piece. */
export async function bundle(file: string): Promise<string> {
  const { output } = await build({
    input: path.resolve(file),
    platform: "browser",
    // Paths of the project's own tsconfig are not part of what a user of the packages has.
    tsconfig: false,
    transform: { jsx: "react-jsx", define: { "process.env.NODE_ENV": '"production"' } },
    output: { format: "esm", codeSplitting: false },
    write: false,
    logLevel: "silent",
  });
  return output[0].code;
}

function toHtml(script: string): string {
  return `<!doctype html><title>Somebody's app</title><link rel="icon" href="data:,"><body><script type="module" src="${script}"></script>`;
}

/** Lets a handler of web requests answer on a Node connection, and stops it when the reader disconnects. */
async function answerBy(handle: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const reading = new AbortController();
  outgoing.on("close", () => reading.abort());
  try {
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: "POST",
      body: Buffer.concat(await incoming.toArray()),
      signal: reading.signal,
    });
    const answer = await handle(request);
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (!answer.body) return void outgoing.end();
    await pipeline(answer.body, outgoing);
  } catch (cause) {
    // A reader that has gone is what the tests do; the rest would look like a fault of the service.
    if (!reading.signal.aborted) throw cause;
  }
}
