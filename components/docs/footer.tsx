import type { ReactNode } from "react";
import { getConfig } from "../../lib/config/config.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import { ownUi } from "../own-ui.ts";
import { socialIcon } from "../ui/brand-icon.tsx";
import { iconButtonClass } from "../ui/icon-button.tsx";
import { type PageHeaderFrame, toHref } from "./header-parts.tsx";

const LINK = "min-w-6 py-1 hover:text-ink hover:underline";

interface FooterProps extends PageHeaderFrame {
  /** The fork's content above the lines. */
  readonly own: ReactNode;
}

export function Footer({ site, look: { footerLinks, footerColumns, socials }, language, own }: FooterProps) {
  const { organisation, footer } = getConfig();
  const { footer: OwnFooter } = ownUi.parts ?? {};
  const lines = (
    <footer className="mt-auto border-line border-t text-muted text-sm print:hidden">
      {own}
      <div className="mx-auto max-w-(--page-width) px-4 py-6 md:px-6">
        <Columns columns={footerColumns} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <span className="me-auto">{site.project.isReplaced ? site.project.name : organisation.name}</span>
          <SiteLinks links={footerLinks} className={LINK} />
          <Socials links={socials} />
          {footer.llmsTxt ? (
            <a className={LINK} href={withBasePath("/llms.txt")}>
              llms.txt
            </a>
          ) : null}
        </div>
      </div>
    </footer>
  );
  if (!OwnFooter) return lines;
  return (
    <OwnFooter language={language} site={site}>
      {lines}
    </OwnFooter>
  );
}

function SiteLinks({ links, className }: { links: PageHeaderFrame["look"]["links"]; className: string }) {
  return links.map(({ text, url }) => (
    <a key={url} className={className} href={toHref(url)}>
      {text}
    </a>
  ));
}

/** Renders profiles at other services by their signs, and by their names where there is none. */
function Socials({ links }: { links: PageHeaderFrame["look"]["socials"] }) {
  return links.map(({ text, url }) => {
    const sign = socialIcon(text);
    return (
      <a
        key={url}
        className={sign ? iconButtonClass({ size: "small" }) : LINK}
        href={toHref(url)}
        title={sign ? text : undefined}
      >
        {sign}
        <span className={sign ? "sr-only" : undefined}>{text}</span>
      </a>
    );
  });
}

function Columns({ columns }: { columns: PageHeaderFrame["look"]["footerColumns"] }) {
  if (columns.length === 0) return null;
  return (
    <div className="mb-6 grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-6">
      {columns.map(({ title, links }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a site never change their order
        <div key={index} className="flex flex-col gap-1">
          {title ? <p className="font-semibold text-ink">{title}</p> : null}
          <SiteLinks links={links} className={LINK} />
        </div>
      ))}
    </div>
  );
}
