import { createServer, type Server } from "node:http";

export interface EmbeddingHost {
  readonly url: string;
  readonly server: Server;
}

/** A page of the owner's product: its query holds the attributes of the script, `/strict` has a policy, `/attack` is an intruder. */
export async function startEmbeddingHost(docsPort: number): Promise<EmbeddingHost> {
  const origin = `http://localhost:${docsPort}`;
  const attack = `<script>for (let at = 0; at < parent.length; at += 1) parent[at].postMessage({docent:"open",question:"planted"},"*"); parent.postMessage({docent:"close"},"*"); document.title="sent"</script>`;
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://host");
    response.setHeader("Content-Type", "text/html");
    if (pathname === "/strict")
      response.setHeader("Content-Security-Policy", `default-src 'none'; script-src ${origin}; frame-src ${origin}`);
    const script = `<script async src="${origin}/embed.js" ${decodeURIComponent(search.slice(1))}></script>`;
    const styles = pathname === "/strict" ? "" : "<style>* { color: red !important } iframe { display: none }</style>";
    response.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>App</title>${styles}<main><h1>App</h1><button type="button">Own</button></main>${pathname === "/attack" ? attack : script}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { server, url: `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}` };
}
