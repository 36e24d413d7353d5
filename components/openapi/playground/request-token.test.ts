import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requestToken } from "./request-token.ts";

const tokenUrl = "https://id.example.com/token";
const client = { id: "the app", secret: "", scopes: "read write" };
const around = () => ({ redirectUri: "https://docs.example.com/api/authorized", signal: new AbortController().signal });
const asked: { url: string; init: RequestInit }[] = [];
let answer: () => Response;

beforeEach(() => {
  asked.length = 0;
  answer = () => Response.json({ access_token: "token-1", token_type: "Bearer" });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

test("client credentials go to the token address alone, the secret encoded in the header", async () => {
  const flow = { grant: "client_credentials", tokenUrl, authorizationUrl: undefined, scopes: [] } as const;
  expect(await requestToken(flow, { ...client, secret: "p:ä" }, around())).toBe("token-1");
  const [{ url, init } = { url: "", init: {} }] = asked;
  expect([url, init.credentials]).toEqual([tokenUrl, "omit"]);
  expect(String(init.body)).toBe("grant_type=client_credentials&scope=read+write");
  expect(new Headers(init.headers).get("authorization")).toBe(`Basic ${btoa("the+app:p%3A%C3%A4")}`);
});

test("a refusal says what the server says", async () => {
  const flow = { grant: "client_credentials", tokenUrl, authorizationUrl: undefined, scopes: [] } as const;
  answer = () => Response.json({ error: "invalid_client", error_description: "Unknown." }, { status: 401 });
  await expect(requestToken(flow, client, around())).rejects.toThrow("invalid_client: Unknown.");
  answer = () => new Response("<html>", { status: 502 });
  await expect(requestToken(flow, client, around())).rejects.toThrow("502");
});

test("a reader signs in elsewhere, and the code is taken with its verifier from an answer with the same state alone", async () => {
  const opened: URL[] = [];
  vi.stubGlobal("window", {
    open: (url: URL, _: string, features: string) => {
      expect(features).toContain("noopener");
      opened.push(url);
    },
  });
  const flow = {
    grant: "authorization_code",
    tokenUrl,
    authorizationUrl: "https://id.example.com/a?tenant=1",
    scopes: [],
  } as const;
  const token = requestToken(flow, client, around());
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  const sent = Object.fromEntries(opened[0]?.searchParams ?? []);
  expect(sent).toMatchObject({
    ...{ tenant: "1", response_type: "code", client_id: "the app", scope: "read write", code_challenge_method: "S256" },
    redirect_uri: "https://docs.example.com/api/authorized",
  });
  const channel = new BroadcastChannel("docent-authorized");
  channel.postMessage("?code=stolen&state=another");
  channel.postMessage(`?code=good&state=${sent.state}`);
  expect(await token).toBe("token-1");
  channel.close();

  const body = new URLSearchParams(String(asked[0]?.init.body));
  expect(asked).toHaveLength(1);
  expect(Object.fromEntries(body)).toMatchObject({ grant_type: "authorization_code", code: "good", client_id: "the app" });
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body.get("code_verifier") ?? ""));
  expect(Buffer.from(hash).toString("base64url")).toBe(sent.code_challenge);
});

test("no window opens for a form that was closed meanwhile", async () => {
  const open = vi.fn();
  vi.stubGlobal("window", { open });
  const authorizationUrl = "https://id.example.com/a";
  const flow = { grant: "authorization_code", tokenUrl, authorizationUrl, scopes: [] } as const;
  const closing = new AbortController();
  const token = requestToken(flow, client, { ...around(), signal: closing.signal });
  closing.abort();
  await expect(token).rejects.toThrow("aborted");
  expect(open).not.toHaveBeenCalled();
});
