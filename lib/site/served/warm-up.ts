import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getConfig, getMainProject } from "../../config/config.ts";
import { latestSite } from "./current.ts";

const FINISHED = "http.server.response.finish";

/**
 * Asks this server for a page of the documentation once the first page of another kind has been answered. In development a page's
 * code is compiled when it is first asked for, so that the author's second click is answered from what is ready.
 */
export function warmUp(): void {
  const onFinish = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    // What a browser asks for when it opens an address.
    if (response.statusCode !== 200 || !request.headers.accept?.startsWith("text/html")) return;
    unsubscribe(FINISHED, onFinish);
    void askForDocs(request.socket.localPort ?? 3000);
  };
  subscribe(FINISHED, onFinish);
}

async function askForDocs(port: number): Promise<void> {
  const { domain, defaultLanguage, defaultVersion } = getMainProject();
  try {
    const { pages } = await latestSite(domain);
    const first = pages.find(({ language, version }) => language === defaultLanguage && version === defaultVersion);
    if (!first) return;
    const response = await fetch(`http://localhost:${port}${getConfig().basePath}${first.path}`);
    await response.body?.cancel();
  } catch {
    // The author's own request says what is wrong.
  }
}
