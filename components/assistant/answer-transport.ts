import type { ChatTransport } from "ai";
import { DataStreamChatTransport } from "../../lib/assistant/transport.ts";
import { withoutBasePath } from "../../lib/content/model/urls.ts";
import { ServiceFailed, toServiceFailed } from "../service-failure.ts";
import { locate, type ReaderLocation, type SiteScope } from "../site-scope.ts";
import { fetchWithSiteToken, getReaderId } from "../site-token.ts";
import type { PanelMessage } from "./panel-message.ts";

const MAX_MESSAGES = 40;
const MAX_PATH_CHARACTERS = 200;

/**
 * Sends questions to `POST /v1/assistant/{domain}/message` with a site token. Beside the messages it tells where the
 * reader is and what they brought along; without what earlier searches found, which the service does not read back.
 */
export function createAnswerTransport(site: SiteScope): ChatTransport<PanelMessage> {
  const inner = new DataStreamChatTransport<PanelMessage>({
    api: `/v1/assistant/${encodeURIComponent(site.domain)}/message`,
    fetch: (path, init) => fetchAnswer(site, String(path), init ?? {}),
  });
  return {
    sendMessages: (options) =>
      inner.sendMessages({
        ...options,
        messages: options.messages.slice(-MAX_MESSAGES).map(withoutTools),
        body: toBody(site, options.messages),
      }),
    reconnectToStream: async () => null,
  };
}

function withoutTools(message: PanelMessage): PanelMessage {
  return { ...message, parts: message.parts.filter(({ type }) => type === "text" || type === "source-url") };
}

function toBody(site: SiteScope, messages: readonly PanelMessage[]): object {
  const { language, version, path } = currentPlace(site);
  const context = messages.findLast(({ role }) => role === "user")?.metadata?.context;
  return {
    fp: getReaderId(),
    filter: { language, ...(version && { version }) },
    ...(site.embedOrigin !== undefined
      ? { embedOrigin: site.embedOrigin }
      : path.length <= MAX_PATH_CHARACTERS && { currentPath: path }),
    ...(context && context.length > 0 && { context }),
  };
}

/** Read when a question is sent: the chat outlives the page that it was opened on. */
function currentPlace(site: SiteScope): ReaderLocation {
  return locate(site, withoutBasePath(site.basePath, window.location.pathname));
}

/** A thread that the service no longer knows is given up, and the question sent once more without it. */
async function fetchAnswer(site: SiteScope, path: string, init: RequestInit): Promise<Response> {
  const response = await reach(site, path, init);
  if (response.ok) return response;
  const { threadId, ...body } = JSON.parse(String(init.body)) as { threadId?: string };
  if (response.status !== 404 || !threadId) throw toServiceFailed(response);
  const again = await reach(site, path, { ...init, body: JSON.stringify(body) });
  if (!again.ok) throw toServiceFailed(again);
  return again;
}

async function reach(site: SiteScope, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetchWithSiteToken(site, path, init);
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw new ServiceFailed({ kind: "offline" }, { cause });
  }
}
