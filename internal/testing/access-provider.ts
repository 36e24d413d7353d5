import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { listen } from "./http-server.ts";

/** Faults of a provider. */
export interface Faults {
  /** Claims of the ID token; one that is undefined is left out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The signature of the ID token. */
  readonly signature?: "none" | "other key" | "secret";
  /** Fields of the discovery document. */
  readonly discovery?: Readonly<Record<string, unknown>>;
  /** Claims of the user info. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
  /** Answers one path itself. */
  readonly answers?: Readonly<Record<string, (response: ServerResponse) => void>>;
  /** Sends readers back with this error. */
  readonly error?: string;
}

/** An OpenID Connect provider of a test: it lets everyone in as Ada, and gives each code once. */
export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Paths that it was asked for. */
  readonly asked: string[];
  /** Scopes that were asked for last. */
  scope: string;
  faults: Faults;
  readonly close: () => Promise<void>;
}

interface Grant {
  readonly redirect: string;
  readonly challenge: string;
  readonly nonce: string;
}

/** Starts a provider on a free port of loopback. */
export async function startOpenIdProvider(): Promise<TestProvider> {
  const [keys, others] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const grants = new Map<string, Grant>();
  const provider = {
    clientId: "docs",
    clientSecret: "a secret:of & the site",
    asked: [] as string[],
    scope: "",
    faults: {} as Faults,
  };
  const { host, close } = await listen((request, response) => void answer(request, response).catch(() => response.destroy()));
  const issuer = `http://${host}`;

  const send = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

  const idToken = (claims: JWTPayload) => {
    const { signature } = provider.faults;
    if (signature === "none") return new UnsecuredJWT(claims).encode();
    if (signature === "secret")
      return new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(provider.clientSecret));
    const signed = new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" });
    return signed.sign((signature === "other key" ? others : keys).privateKey);
  };

  const authorise = (query: URLSearchParams, response: ServerResponse) => {
    const of = (name: string) => query.get(name) ?? "";
    const isRight =
      of("client_id") === provider.clientId && of("response_type") === "code" && of("code_challenge_method") === "S256";
    if (!isRight) return void send(response, 400, { error: "invalid_request" });
    provider.scope = of("scope");
    const back = new URL(of("redirect_uri"));
    back.searchParams.set("state", of("state"));
    if (provider.faults.error) back.searchParams.set("error", provider.faults.error);
    else {
      const code = randomUUID();
      grants.set(code, { redirect: of("redirect_uri"), challenge: of("code_challenge"), nonce: of("nonce") });
      back.searchParams.set("code", code);
    }
    response.writeHead(302, { location: back.href }).end();
  };

  const grant = async (form: URLSearchParams, authorization: string, response: ServerResponse) => {
    const code = form.get("code") ?? "";
    const given = grants.get(code);
    grants.delete(code);
    const basic = Buffer.from(authorization.replace("Basic ", ""), "base64").toString().split(":");
    const [id, secret] = basic.map((each) => new URLSearchParams(`a=${each}`).get("a"));
    if (id !== provider.clientId || secret !== provider.clientSecret)
      return void send(response, 401, { error: "invalid_client" });
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (given?.redirect !== form.get("redirect_uri") || given?.challenge !== challenge)
      return void send(response, 400, { error: "invalid_grant" });
    const now = Math.floor(Date.now() / 1_000);
    const named = { iss: issuer, sub: "ada", aud: provider.clientId, iat: now, exp: now + 300, nonce: given.nonce };
    const claims = { ...named, groups: ["okta-beta", "other"], ...provider.faults.claims };
    const id_token = await idToken(JSON.parse(JSON.stringify(claims)));
    send(response, 200, { access_token: "opaque", token_type: "Bearer", expires_in: 300, id_token });
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    provider.asked.push(pathname);
    let body = "";
    for await (const chunk of request) body += chunk;
    const own = provider.faults.answers?.[pathname];
    if (own) return own(response);
    if (pathname === "/.well-known/openid-configuration") {
      const endpoints = {
        authorization_endpoint: `${issuer}/authorise`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      };
      const supports = { response_types_supported: ["code"], id_token_signing_alg_values_supported: ["RS256"] };
      const more = {
        subject_types_supported: ["public"],
        scopes_supported: ["openid", "groups"],
        userinfo_endpoint: `${issuer}/me`,
      };
      return void send(response, 200, { issuer, ...endpoints, ...supports, ...more, ...provider.faults.discovery });
    }
    if (pathname === "/authorise") return authorise(searchParams, response);
    if (pathname === "/token") return grant(new URLSearchParams(body), request.headers.authorization ?? "", response);
    if (pathname === "/keys") return void send(response, 200, { keys: [jwk] });
    if (pathname === "/me" && request.headers.authorization === "Bearer opaque")
      return void send(response, 200, { sub: "ada", ...provider.faults.userInfo });
    send(response, 404, { error: "not_found" });
  }

  return Object.assign(provider, { issuer, close });
}
