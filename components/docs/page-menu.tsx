import type { IconDefinition } from "@fortawesome/free-brands-svg-icons";
import { faClaude } from "@fortawesome/free-brands-svg-icons/faClaude";
import { faMarkdown } from "@fortawesome/free-brands-svg-icons/faMarkdown";
import { faOpenai } from "@fortawesome/free-brands-svg-icons/faOpenai";
import { ChevronDown, ExternalLink, Plug, Rss } from "lucide";
import type { ReactNode } from "react";
import { getConfig, getMainProject } from "../../lib/config/config.ts";
import { feedPath } from "../../lib/content/markdown/updates.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { markdownPath } from "../../lib/content/model/urls.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { BrandIcon } from "../ui/brand-icon.tsx";
import { PAGE_ACTION } from "../ui/button.ts";
import { CopyPage, CopyText } from "../ui/copy-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Menu } from "../ui/menu.tsx";
import { MenuAnchor } from "../ui/menu-items.tsx";
import { Message } from "../ui/message.tsx";
import { absoluteUrl, withBasePath } from "./site-url.ts";

interface PageMenuProps {
  readonly page: Page;
  readonly messages: DocsMessages;
}

/** The menu of a page: copy it, hand it to an assistant, connect a tool to the site. */
export function PageMenu({ page, messages }: PageMenuProps) {
  const { pageMenu } = getConfig();
  if (page.problem) return null;
  const copyMessages = { copied: messages.copied, failed: messages.copyFailed };
  const entries = listEntries(page, messages);
  const copiesMcp = pageMenu.copyMcp && getConfig().mcp.enabled;
  return (
    <div className="mt-4 flex flex-wrap gap-x-2 gap-y-1 print:hidden">
      {pageMenu.copyPage ? (
        <CopyPage from={withBasePath(markdownPath(page.path))} messages={{ copy: messages.copyPage, ...copyMessages }} />
      ) : null}
      {entries.length > 0 || copiesMcp ? (
        <Menu
          trigger={
            <>
              <Message of={messages} name="pageMenu" />
              <LucideSvg icon={ChevronDown} size={14} />
            </>
          }
          triggerClass={PAGE_ACTION}
        >
          {entries.map(({ text, url, icon }) => (
            <MenuAnchor key={url} href={url} {...(url.startsWith("https:") && { target: "_blank", rel: "noreferrer" })}>
              <span className="shrink-0 text-muted">{icon}</span>
              {text}
            </MenuAnchor>
          ))}
          {copiesMcp ? <CopyText text={absoluteUrl("/mcp")} messages={{ copy: messages.copyMcp, ...copyMessages }} /> : null}
        </Menu>
      ) : null}
      {page.rss ? (
        <a className={PAGE_ACTION} href={withBasePath(feedPath(page.path))}>
          <LucideSvg icon={Rss} size={15} />
          {messages.feed}
        </a>
      ) : null}
    </div>
  );
}

interface Entry {
  readonly text: string;
  readonly url: string;
  readonly icon: ReactNode;
}

/** Returns the links of the menu that the configuration has switched on. Assistants get the address of the Markdown form. */
export function listEntries(page: Page, messages: DocsMessages): Entry[] {
  const { pageMenu, mcp } = getConfig();
  const { id, name } = getMainProject();
  const prompt = messages.readPage(absoluteUrl(markdownPath(page.path)));
  const server = { name: mcp.name ?? name, url: absoluteUrl("/mcp") };
  const link = (isOn: boolean, entry: Entry) => (isOn ? [entry] : []);
  const openIn = (app: string, base: string, query: Readonly<Record<string, string>>, brand?: IconDefinition): Entry => ({
    text: messages.openIn(app),
    url: `${base}?${new URLSearchParams(query)}`,
    icon: brand ? <BrandIcon brand={brand} size={15} /> : <LucideSvg icon={ExternalLink} size={15} />,
  });
  const plug = <LucideSvg icon={Plug} size={15} />;
  const markdown = <BrandIcon brand={faMarkdown} size={15} />;
  return [
    ...link(pageMenu.markdown, { text: messages.viewMarkdown, url: withBasePath(markdownPath(page.path)), icon: markdown }),
    ...link(pageMenu.chatgpt, openIn("ChatGPT", "https://chatgpt.com/", { hints: "search", q: prompt }, faOpenai)),
    ...link(pageMenu.claude, openIn("Claude", "https://claude.ai/new", { q: prompt }, faClaude)),
    ...link(pageMenu.perplexity, openIn("Perplexity", "https://www.perplexity.ai/search", { q: prompt })),
    ...link(pageMenu.cursor && mcp.enabled, { text: messages.installIn("Cursor"), url: cursorUrl(id, server.url), icon: plug }),
    ...link(pageMenu.vscode && mcp.enabled, { text: messages.installIn("VS Code"), url: vscodeUrl(id, server.url), icon: plug }),
  ];
}

function cursorUrl(name: string, url: string): string {
  const config = Buffer.from(JSON.stringify({ url })).toString("base64");
  return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name, config })}`;
}

function vscodeUrl(name: string, url: string): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: "http", url }))}`;
}
