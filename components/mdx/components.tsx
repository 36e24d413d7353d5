import type { ComponentProps, ComponentType, ReactNode } from "react";
import type { DocsMessages } from "../../lib/i18n/docs.ts";
import {
  Accordion,
  AccordionGroup,
  Badge,
  Column,
  Columns,
  exampleIn,
  expandableIn,
  File,
  Folder,
  Frame,
  Panel,
  Step,
  Steps,
  Tab,
  Tooltip,
  Tree,
  tabsIn,
  Update,
  View,
} from "./blocks.tsx";
import { calloutsIn } from "./callouts.tsx";
import { codeIn } from "./code.tsx";
import { fieldsIn } from "./fields.tsx";
import { Icon } from "./icon.tsx";
import { type LinkContext, linksIn, mediaIn } from "./links.tsx";

/** Everything that a page may use, by the names that Mintlify pages use. */
// biome-ignore lint/suspicious/noExplicitAny: each component states its own props; a page may pass it anything
export type PageComponents = Readonly<Record<string, ComponentType<any>>>;

/** The components of one page, in its language and with its place for links. */
export function componentsFor(words: DocsMessages, context: LinkContext): PageComponents {
  return {
    ...calloutsIn(words),
    ...codeIn(words),
    ...fieldsIn(words),
    ...linksIn(context),
    ...mediaIn(words),
    ...headings,
    Accordion,
    AccordionGroup,
    Badge,
    CardGroup: Columns,
    Column,
    Columns,
    Expandable: expandableIn(words.properties),
    File,
    Folder,
    Frame,
    Icon,
    Panel,
    RequestExample: exampleIn(words.request),
    ResponseExample: exampleIn(words.response),
    Step,
    Steps,
    Tab,
    Tabs: tabsIn(words.example),
    Tooltip,
    Tree,
    Update,
    View,
    table: Table,
  };
}

function Table({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <div className="table-scroll" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

const headings = { h2: headingOf("h2"), h3: headingOf("h3"), h4: headingOf("h4") };

/** A heading that shows a link to itself on hover and focus. */
function headingOf(Tag: "h2" | "h3" | "h4") {
  return function PageHeading({ id, children, ...others }: ComponentProps<"h2">) {
    return (
      <Tag id={id} {...others}>
        {children}
        {id ? <HeadingLink id={id} /> : null}
      </Tag>
    );
  };
}

/** For pointers only: everybody else has the same links in the table of contents. */
function HeadingLink({ id }: { id: string }) {
  const link = { className: "heading-link", href: `#${id}`, "aria-hidden": true, tabIndex: -1 } as const;
  return <a {...link}>#</a>;
}
