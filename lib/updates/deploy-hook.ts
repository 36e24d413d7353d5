import { UpdateError } from "./update-error.ts";

const TIMEOUT_MS = 20_000;
const SHOWN_CHARACTERS = 300;
/** More than is shown, so that an address is not cut before it is found. */
const READ_CHARACTERS = 2_000;
/** Shorter parts of a path are words such as `deploy`. */
const SECRET_CHARACTERS = 8;

/**
 * Asks the host for a new deployment. Returns what the hook answered, for people to read.
 * @throws UpdateError when the hook refuses or does not answer. The address is a secret and is in no message.
 */
export async function callDeployHook(url: string, signal: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, { method: "POST", signal: AbortSignal.any([signal, timeout]), redirect: "error" });
    const said = withoutAddress(await readStart(response), url).slice(0, SHOWN_CHARACTERS);
    const answer = `${response.status} ${said}`.trim();
    if (!response.ok) throw new UpdateError(`The deploy hook refused: ${answer}. Check DEPLOY_HOOK_URL.`);
    return answer;
  } catch (cause) {
    if (cause instanceof UpdateError) throw cause;
    signal.throwIfAborted();
    const reason = timeout.aborted ? `within ${TIMEOUT_MS / 1000} s` : "at all";
    throw new UpdateError(`The deploy hook did not answer ${reason}. Check DEPLOY_HOOK_URL.`, { cause });
  }
}

/** Hosts like to answer with the path that they do not know, and the path is the secret. */
function withoutAddress(answer: string, url: string): string {
  const { pathname, search } = new URL(url);
  const secrets = `${pathname}${search}`.split(/[/?&=]/).filter((part) => part.length >= SECRET_CHARACTERS);
  return secrets.reduce((text, secret) => text.replaceAll(secret, "…"), answer);
}

async function readStart(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= READ_CHARACTERS) break;
  }
  return text;
}
