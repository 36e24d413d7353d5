import type { Metadata } from "next";
import { getConfig, getMainProject } from "../../lib/config/config.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { CONNECT_PATH } from "../../lib/engine-paths.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { absoluteUrl, toAddresses } from "../../lib/site/served/site-url.ts";
import { buttonClass } from "../ui/button.ts";
import { CopyText } from "../ui/copy-button.tsx";
import { BIG_TITLE, NarrowPage } from "./narrow-page.tsx";

/** Renders how to connect each AI tool to the site's MCP server, in the default language. */
export function Connect({ site }: { readonly site: Site }) {
  const { id, defaultLanguage } = getMainProject();
  const { mcp } = getConfig();
  const messages = docsMessages(defaultLanguage);
  const url = absoluteUrl("/mcp");
  const needsKey = mcp.access === "key";
  return (
    <NarrowPage site={site} language={defaultLanguage}>
      <h1 className={BIG_TITLE}>{messages.connectTitle(serverNameOf())}</h1>
      <p>{messages.connectLead}</p>
      <Code text={url} messages={messages} />
      {needsKey ? <p>{messages.connectKey}</p> : null}
      {clientsOf({ id, url, needsKey }).map(({ name, install, code, file }) => (
        <section key={name} aria-label={name}>
          <h2 className="mt-8 mb-1.5 font-[650] text-xl">{name}</h2>
          {install ? (
            <p className="my-3">
              <a href={install} className={buttonClass()}>
                {messages.installIn(name)}
              </a>
            </p>
          ) : null}
          {code ? <p>{file ? messages.connectFile(file) : messages.connectRun}</p> : <p>{messages.connectSettings}</p>}
          {code ? <Code text={code} messages={messages} /> : null}
        </section>
      ))}
    </NarrowPage>
  );
}

function serverNameOf(): string {
  return getConfig().mcp.name ?? getMainProject().name;
}

export function connectMetadata(): Metadata {
  const { name, defaultLanguage } = getMainProject();
  const { connectTitle, connectLead } = docsMessages(defaultLanguage);
  const title = { absolute: `${connectTitle(serverNameOf())} · ${name}` };
  return { title, description: connectLead, alternates: toAddresses({ canonical: CONNECT_PATH }) };
}

function Code({ text, messages }: { readonly text: string; readonly messages: DocsMessages }) {
  return (
    <div className="my-3 flex items-start gap-2 rounded-xl border border-line bg-card p-1.5 ps-4">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard. */}
      <pre className="min-w-0 flex-1 overflow-x-auto py-2.5 font-mono text-sm" tabIndex={0}>
        <code>{text}</code>
      </pre>
      <span className="shrink-0 text-sm">
        <CopyText text={text} messages={{ copy: messages.copy, copied: messages.copied, failed: messages.copyFailed }} />
      </span>
    </div>
  );
}

interface Client {
  readonly name: string;
  /** A link that adds the server in the client. */
  readonly install?: string | undefined;
  /** A command, or what a file gets. A client without one is set up in its own settings. */
  readonly code?: string;
  /** The file that gets it. */
  readonly file?: string;
}

interface Server {
  /** The name that the server gets in a client. */
  readonly id: string;
  readonly url: string;
  readonly needsKey: boolean;
}

function clientsOf({ id, url, needsKey }: Server): Client[] {
  const bearer = "Authorization: Bearer $DOCENT_KEY";
  const withKey = (words: string) => (needsKey ? ` ${words}` : "");
  const json = (value: object) => JSON.stringify(value, null, 2);
  const headers = needsKey ? { headers: { Authorization: "Bearer <key>" } } : {};
  return [
    { name: "Claude Code", code: `claude mcp add --transport http ${id} ${url}${withKey(`--header "${bearer}"`)}` },
    { name: "Claude" },
    { name: "ChatGPT" },
    {
      name: "Cursor",
      install: needsKey ? undefined : cursorUrl(id, url),
      file: ".cursor/mcp.json",
      code: json({ mcpServers: { [id]: { url, ...headers } } }),
    },
    {
      name: "VS Code",
      install: needsKey ? undefined : vscodeUrl(id, url),
      file: ".vscode/mcp.json",
      code: json({ servers: { [id]: { type: "http", url, ...headers } } }),
    },
    { name: "Codex", code: `codex mcp add ${id} --url ${url}${withKey("--bearer-token-env-var DOCENT_KEY")}` },
    { name: "Gemini CLI", code: `gemini mcp add --transport http ${id} ${url}${withKey(`--header "${bearer}"`)}` },
    {
      name: "Windsurf",
      file: "~/.codeium/windsurf/mcp_config.json",
      code: json({ mcpServers: { [id]: { serverUrl: url, ...headers } } }),
    },
    { name: "OpenCode", file: "opencode.json", code: json({ mcp: { [id]: { type: "remote", url, ...headers } } }) },
  ];
}

/** Returns a link that adds a server in Cursor. */
export function cursorUrl(name: string, url: string): string {
  const config = Buffer.from(JSON.stringify({ url })).toString("base64");
  return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name, config })}`;
}

/** Returns a link that adds a server in VS Code. */
export function vscodeUrl(name: string, url: string): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: "http", url }))}`;
}
