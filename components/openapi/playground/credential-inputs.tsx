"use client";

import type { PlaygroundMessages } from "../../../lib/i18n/browser-messages.ts";
import { isDroppedByBrowsers } from "../../../lib/openapi/description/browser-headers.ts";
import { credentialsOf, serverOf } from "../../../lib/openapi/playground/call.ts";
import { Labelled } from "./playground-controls.tsx";
import { type StateProps, useForm } from "./playground-fields.tsx";
import { TokenRequest } from "./token-request.tsx";

interface CredentialProps extends StateProps {
  readonly messages: PlaygroundMessages;
  readonly returnPath: string;
  /** The owner's public credentials, by their keys. */
  readonly demo: Readonly<Record<string, string>>;
}

/** Renders the inputs for the credentials of an operation: a token, a key, or a user with a password. */
export function CredentialInputs({ messages, operation, state, setState, returnPath, demo }: CredentialProps) {
  const { errorOf } = useForm();
  if (operation.credentials.length === 0) return null;
  const server = serverOf(operation, state);
  const host = URL.canParse(server, location.href) ? new URL(server, location.href).host : server;
  const set = (key: string, secret: string) =>
    setState((before) => ({ ...before, secrets: { ...before.secrets, [key]: secret } }));
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold text-[0.9375rem]">{messages.authorization}</legend>
      {operation.ways ? (
        <Labelled field="security" label={messages.variant} required={false} error={undefined} messages={messages}>
          {(control) => (
            <select
              {...control}
              value={state.way}
              onChange={({ target }) => setState((before) => ({ ...before, way: Number(target.value) }))}
            >
              {operation.ways?.map((keys, index) => (
                <option key={keys.join(" ")} value={index}>
                  {namesOf(operation, keys) || messages.none}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      ) : null}
      {credentialsOf(operation, state).map(({ key, name, kind, place, field, flows }) => {
        const secret = state.secrets[key] ?? "";
        const isDemo = secret !== "" && secret === demo[key];
        const isDropped = place === "header" && kind === "apiKey" && isDroppedByBrowsers(field);
        const unsent = place === "cookie" ? messages.cookieHint : isDropped ? messages.droppedHint : undefined;
        const hint = unsent ?? (isDemo ? messages.demoHint : messages.credentialHint(host));
        const shared = { required: false, error: errorOf(key), hint, messages };
        if (kind !== "basic")
          return (
            <div key={key} className="grid grid-cols-1 gap-3">
              <Labelled field={key} label={messages.credential(name)} {...shared}>
                {(control) => <input {...control} {...SECRET} value={secret} onChange={({ target }) => set(key, target.value)} />}
              </Labelled>
              {flows ? (
                <TokenRequest field={key} onToken={(token) => set(key, token)} {...{ flows, messages, returnPath }} />
              ) : null}
            </div>
          );
        const [user = "", ...rest] = secret.split(":");
        const password = rest.join(":");
        return (
          <div key={key} className="grid grid-cols-1 gap-3 @sm:grid-cols-2">
            <Labelled field={key} label={`${messages.user} (${name})`} {...shared}>
              {(control) => (
                <input
                  {...control}
                  autoComplete="off"
                  value={user}
                  onChange={({ target }) => set(key, join(target.value.replaceAll(":", ""), password))}
                />
              )}
            </Labelled>
            <Labelled field={`${key}/password`} label={messages.password} {...shared} error={undefined}>
              {(control) => (
                <input {...control} {...SECRET} value={password} onChange={({ target }) => set(key, join(user, target.value))} />
              )}
            </Labelled>
          </div>
        );
      })}
    </fieldset>
  );
}

function namesOf({ credentials }: StateProps["operation"], keys: readonly string[]): string {
  return keys.flatMap((key) => credentials.find((one) => one.key === key)?.name ?? []).join(" + ");
}

const SECRET = { type: "password", autoComplete: "off", spellCheck: false } as const;

function join(user: string, password: string): string {
  return user || password ? `${user}:${password}` : "";
}
