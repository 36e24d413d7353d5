"use client";

import { useEffect, useRef, useState } from "react";
import type { PlaygroundMessages } from "../../../lib/i18n/browser-messages.ts";
import type { OAuthFlow } from "../../../lib/openapi/document/oauth.ts";
import { Labelled, SMALL_BUTTON } from "./playground-controls.tsx";
import { requestToken } from "./request-token.ts";

interface TokenRequestProps {
  /** Key of the credential, for the names of the inputs. */
  readonly field: string;
  readonly flows: readonly OAuthFlow[];
  readonly messages: PlaygroundMessages;
  /** Path to which an authorization server sends a reader back. */
  readonly returnPath: string;
  readonly onToken: (token: string) => void;
}

/** Gets the token of an OAuth 2 scheme. The client's secret is kept nowhere. */
export function TokenRequest({ field, flows, messages, returnPath, onToken }: TokenRequestProps) {
  const [index, setIndex] = useState(0);
  const flow = flows[index] as OAuthFlow;
  const [client, setClient] = useState({ id: "", secret: "", scopes: askedScopes(flow) });
  const [state, setState] = useState<"none" | "waiting" | { readonly refused: string }>("none");
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const redirectUri = new URL(returnPath, location.href).href;
  const choose = (chosen: number) => {
    setIndex(chosen);
    setClient({ ...client, scopes: askedScopes(flows[chosen] as OAuthFlow) });
  };
  const unreachable = `${messages.advice.unreachable} ${messages.advice.cors}`;
  const get = async () => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    setState("waiting");
    try {
      onToken(await requestToken(flow, { ...client, scopes: client.scopes.join(" ") }, { redirectUri, signal }));
      setState("none");
    } catch (cause) {
      if (!signal.aborted) setState({ refused: cause instanceof TypeError ? unreachable : (cause as Error).message });
    }
  };
  const shared = { required: false, error: undefined, messages };
  const hint = messages.credentialHint(new URL(flow.tokenUrl).host);
  const input = (name: "id" | "secret", label: string, type: "text" | "password") => (
    <Labelled field={`${field}/${name}`} label={label} hint={name === "secret" ? hint : undefined} {...shared}>
      {(control) => (
        <input
          {...control}
          type={type}
          autoComplete="off"
          spellCheck={false}
          value={client[name]}
          onChange={({ target }) => setClient({ ...client, [name]: target.value })}
        />
      )}
    </Labelled>
  );
  return (
    <details className="fold text-[0.875rem]">
      <summary>{messages.getToken}</summary>
      <div className="mt-3 grid grid-cols-1 gap-3">
        {flows.length > 1 ? (
          <Labelled field={`${field}/grant`} label={messages.variant} {...shared}>
            {(control) => (
              <select {...control} value={index} onChange={({ target }) => choose(Number(target.value))}>
                {flows.map(({ grant }, place) => (
                  <option key={grant} value={place}>
                    {grant}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
        ) : null}
        {input("id", "client_id", "text")}
        {input("secret", "client_secret", "password")}
        {flow.scopes.length > 0 ? (
          <fieldset className="m-0 border-0 p-0">
            <legend className="mb-1 p-0 font-medium">scope</legend>
            {flow.scopes.map(({ name, description }) => (
              <label key={name} className="flex items-baseline gap-2 py-0.5 wrap-anywhere">
                <input
                  type="checkbox"
                  checked={client.scopes.includes(name)}
                  onChange={({ target }) => setClient({ ...client, scopes: withScope(client.scopes, name, target.checked) })}
                />
                <span>
                  <code>{name}</code> <span className="text-muted">{description}</span>
                </span>
              </label>
            ))}
          </fieldset>
        ) : null}
        {flow.grant === "authorization_code" ? (
          <p className="m-0 text-[0.8125rem] text-muted wrap-anywhere">{messages.redirectHint(redirectUri)}</p>
        ) : null}
        <button type="button" className={SMALL_BUTTON} disabled={client.id === ""} onClick={() => void get()}>
          {messages.getToken}
        </button>
        <p role="status" className="m-0 text-[0.8125rem] empty:hidden">
          {state === "waiting" ? messages.waiting : state === "none" ? null : messages.tokenRefused(state.refused)}
        </p>
      </div>
    </details>
  );
}

function askedScopes({ scopes }: OAuthFlow): readonly string[] {
  return scopes.filter(({ isAsked }) => isAsked).map(({ name }) => name);
}

function withScope(scopes: readonly string[], name: string, isChosen: boolean): readonly string[] {
  return isChosen ? [...scopes, name] : scopes.filter((scope) => scope !== name);
}
