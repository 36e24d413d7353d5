import { getConfig } from "../../lib/config/config.ts";
import { toHref } from "./header.tsx";
import { withBasePath } from "./site-url.ts";

const LINK = "py-1 hover:text-ink hover:underline";

/** The line below every page. */
export function Footer() {
  const { footer, organisation } = getConfig();
  return (
    <footer className="mt-auto border-line border-t text-muted text-sm print:hidden">
      <div className="mx-auto flex max-w-(--page-width) flex-wrap items-center gap-x-6 gap-y-2 px-4 py-6 md:px-6">
        <span className="me-auto">{organisation.name}</span>
        {footer.links.map(({ text, url }) => (
          <a key={url} className={LINK} href={toHref(url)}>
            {text}
          </a>
        ))}
        <a className={LINK} href={withBasePath("/llms.txt")}>
          llms.txt
        </a>
      </div>
    </footer>
  );
}
