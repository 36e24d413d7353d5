import { UpdateFault } from "./update-fault.ts";

const TIMEOUT_MS = 20_000;
const SHOWN_CHARACTERS = 300;

/**
 * Asks the host for a new deployment. Returns what the hook answered, for people to read.
 * @throws UpdateFault when the hook refuses or does not answer. The address is a secret and is in no message.
 */
export async function callDeployHook(url: string, signal: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, { method: "POST", signal: AbortSignal.any([signal, timeout]), redirect: "error" });
    const answer = `${response.status} ${await readStart(response)}`.trim();
    if (!response.ok) throw new UpdateFault(`The deploy hook refused: ${answer}. Check DEPLOY_HOOK_URL.`);
    return answer;
  } catch (cause) {
    if (cause instanceof UpdateFault) throw cause;
    signal.throwIfAborted();
    const reason = timeout.aborted ? `within ${TIMEOUT_MS / 1000} s` : "at all";
    throw new UpdateFault(`The deploy hook did not answer ${reason}. Check DEPLOY_HOOK_URL.`, { cause });
  }
}

async function readStart(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= SHOWN_CHARACTERS) break;
  }
  return text.slice(0, SHOWN_CHARACTERS);
}
