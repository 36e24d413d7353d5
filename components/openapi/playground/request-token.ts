import type { OAuthFlow } from "../../../lib/openapi/document/oauth.ts";

/** Name of the channel on which the page that a reader comes back to gives the answer; `app/api/authorized` has it too. */
const CHANNEL = "docent-authorized";

/** The application as the authorization server knows it. */
export interface OAuthClient {
  readonly id: string;
  /** Empty for one without, as most that sign readers in from a browser. */
  readonly secret: string;
  /** Divided by spaces. */
  readonly scopes: string;
}

interface Waiting {
  /** Address to which the server sends the reader back. */
  readonly redirectUri: string;
  readonly signal: AbortSignal;
}

/**
 * Gets a token: with the client's own credentials, or from a reader who signs in in a separate window, proved by PKCE (RFC 7636).
 * @throws Error with the reason of the server, or of the browser.
 */
export async function requestToken(flow: OAuthFlow, client: OAuthClient, { redirectUri, signal }: Waiting): Promise<string> {
  if (flow.grant === "client_credentials") return askForToken(flow, client, { scope: client.scopes }, signal);
  const verifier = randomText();
  const state = randomText();
  const url = new URL(flow.authorizationUrl ?? "");
  const asked = {
    ...{ response_type: "code", client_id: client.id, redirect_uri: redirectUri, scope: client.scopes, state },
    ...{ code_challenge: await challengeOf(verifier), code_challenge_method: "S256" },
  };
  for (const [name, value] of Object.entries(asked)) if (value) url.searchParams.set(name, value);
  // The form may be closed by now.
  signal.throwIfAborted();
  const answer = listen(state, signal);
  // Without a hold on this page, which the server could send elsewhere.
  window.open(url, "_blank", "noopener,popup,width=520,height=720");
  const code = await answer;
  return askForToken(flow, client, { code, redirect_uri: redirectUri, code_verifier: verifier }, signal);
}

/** Waits for the page that the reader comes back to, with the state that was sent along. */
function listen(state: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(CHANNEL);
    signal.addEventListener("abort", () => {
      channel.close();
      reject(signal.reason);
    });
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const answer = new URLSearchParams(String(data));
      if (answer.get("state") !== state) return;
      channel.close();
      const code = answer.get("code");
      if (code) resolve(code);
      else reject(new Error(reasonIn(Object.fromEntries(answer)) ?? "?"));
    });
  });
}

async function askForToken(
  { grant, tokenUrl }: OAuthFlow,
  { id, secret }: OAuthClient,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  const filled = Object.entries(parameters).filter(([, value]) => value !== "");
  const body = new URLSearchParams([["grant_type", grant], ...filled, ...(secret ? [] : [["client_id", id]])]);
  // RFC 6749 wants a secret here, and encoded; every server has to understand it.
  const encode = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
  const headers = new Headers(secret ? { Authorization: `Basic ${btoa(`${encode(id)}:${encode(secret)}`)}` } : {});
  const response = await fetch(tokenUrl, { method: "POST", body, headers, credentials: "omit", signal });
  const answer: unknown = await response.json().catch(() => undefined);
  const { access_token: token } = (answer ?? {}) as { access_token?: unknown };
  if (response.ok && typeof token === "string" && token) return token;
  throw new Error(reasonIn(answer) ?? String(response.status));
}

/** Returns the reason that a server gives for its refusal. */
function reasonIn(answer: unknown): string | undefined {
  const { error, error_description: description } = (answer ?? {}) as { error?: unknown; error_description?: unknown };
  return [error, description].filter((text) => typeof text === "string" && text).join(": ") || undefined;
}

function randomText(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

async function challengeOf(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
