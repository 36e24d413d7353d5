import { ChevronDown, Menu as MenuIcon } from "lucide";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Menu } from "../ui/menu.tsx";
import { Message } from "../ui/message.tsx";
import { sidebarId } from "./sidebar.tsx";
import { type Heading, HeadingBeingRead, TableOfContents } from "./table-of-contents.tsx";

const BUTTON = "inline-flex items-center gap-2 rounded-lg p-2 py-1.75 pointer-coarse:min-h-11";

/** The bar below the header where the sidebar has no room: opens the list of pages and the headings of this page. */
export function PageBar({ messages, headings }: { messages: DocsMessages; headings: readonly Heading[] }) {
  return (
    <nav
      className="sticky top-(--header) z-30 flex h-11.5 items-center justify-between gap-2 border-line border-b bg-paper/95 px-2 text-sm [backdrop-filter:blur(12px)] @4xl/docs:hidden print:hidden"
      aria-label={messages.menu}
    >
      <button type="button" className={`${BUTTON} text-ink`} popoverTarget={sidebarId}>
        <LucideSvg icon={MenuIcon} size={17} />
        <Message of={messages} name="menu" />
      </button>
      {headings.length > 1 ? (
        <Menu
          align="end"
          triggerClass={`${BUTTON} min-w-0 text-muted`}
          menuClass="w-96 p-3"
          trigger={
            <>
              <HeadingBeingRead headings={headings} label={messages.onThisPage} />
              <LucideSvg icon={ChevronDown} size={15} className="shrink-0" />
            </>
          }
        >
          <TableOfContents headings={headings} label={messages.onThisPage} />
        </Menu>
      ) : null}
    </nav>
  );
}
