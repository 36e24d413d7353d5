/*
 * The components that pages may use, each drawn as a reader sees it.
 * The messages of a language and the location of a page come in; components by name come out.
 * Start at `componentsFor`. `blocks.tsx` has the simple ones; those that do something have a file each.
 */

import type { ComponentProps, ComponentType, ReactNode } from "react";
import type { ComponentName } from "../../lib/content/components/components.ts";
import { MERMAID_ADDRESS } from "../../lib/content/output/mermaid-address.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import { ownUi } from "../own-ui.ts";
import {
  Accordion,
  AccordionGroup,
  Badge,
  Color,
  Column,
  Columns,
  expandableIn,
  Frame,
  type PropsFor,
  promptIn,
  SidePanel,
  Step,
  Steps,
  Tab,
  tabsIn,
  Update,
  View,
  Visibility,
} from "./blocks.tsx";
import { calloutsIn } from "./callouts.tsx";
import { codeIn } from "./code.tsx";
import { Drawing } from "./drawing.tsx";
import { fieldsIn } from "./fields.tsx";
import { File, Folder, Tree } from "./file-tree.tsx";
import { Icon } from "./icon.tsx";
import { Latex } from "./latex.tsx";
import { type LinkContext, linksIn } from "./links.tsx";
import { mediaIn } from "./media.tsx";
import { typedDrawings } from "./own-drawings.tsx";
import { pageCardsIn } from "./page-cards.tsx";

/** Everything that a page may use, by the names that Mintlify pages use. */
// biome-ignore lint/suspicious/noExplicitAny: each component states its own props; a page may pass it anything
export type NamedComponents = Readonly<Record<string, ComponentType<any>>>;

/** The drawing of a component: a function of its attributes, which has the component's members, as `Tree` has `File`. */
type DrawingOf<Name extends ComponentName> = ComponentType<PropsFor<Name>> & {
  readonly [Full in ComponentName as Full extends `${Name}.${infer Member}` ? Member : never]: ComponentType<PropsFor<Full>>;
};

/** A drawing of every component that lib/content defines. */
type Drawings = { readonly [Name in ComponentName as Name extends `${string}.${string}` ? never : Name]: DrawingOf<Name> };

/** Creates the components and elements of one page, in its language and with its context for links. */
export function componentsFor(messages: DocsMessages, context: LinkContext): NamedComponents {
  const { Image, img, ...media } = mediaIn(messages);
  const { a, ...cards } = linksIn(context, img);
  const { pre, ...code } = codeIn(messages);
  const components = {
    ...calloutsIn(messages),
    ...cards,
    Image,
    ...code,
    ...fieldsIn(messages),
    Accordion,
    AccordionGroup,
    Accordions: AccordionGroup,
    Badge,
    CardGroup: Columns,
    Cards: Columns,
    Color,
    Column,
    Columns,
    Expandable: expandableIn(messages.properties),
    File,
    Files: Tree,
    Folder,
    Frame,
    Icon,
    Latex,
    Mermaid: diagramsIn(messages),
    PageCards: pageCardsIn(context),
    Panel: SidePanel,
    Prompt: promptIn(messages),
    Step,
    Steps,
    Tab,
    Tabs: tabsIn(messages.example),
    Tree,
    Update,
    View,
    Visibility,
  } satisfies Drawings;
  const elements = { ...headings, ...media, details: Details, img, pre, table: Table, ...footnotesIn(messages, a) };
  return { ...components, ...elements, ...ownDrawings };
}

/** Made once: a component of another identity would be another one to React. */
const ownDrawings = typedDrawings(ownUi.components ?? {});

/** Footnotes and boxes of task lists in the words of the page's language: Markdown has English ones, or none. */
function footnotesIn(messages: DocsMessages, Link: ComponentType<ComponentProps<"a">>) {
  function BackLink(props: ComponentProps<"a"> & { "data-footnote-backref"?: unknown }) {
    const number = props["data-footnote-backref"] === undefined ? undefined : /\S+$/.exec(props["aria-label"] ?? "")?.[0];
    return number ? <Link {...props} aria-label={messages.backToReference(number)} /> : <Link {...props} />;
  }
  function Heading(props: ComponentProps<"h2"> & Aliased) {
    if (props.id !== "footnote-label") return <headings.h2 {...props} />;
    const { children: _, "data-alias": __, ...others } = props;
    return <h2 {...others}>{messages.footnotes}</h2>;
  }
  function Input(props: ComponentProps<"input">) {
    const isTask = props.type === "checkbox" && props.disabled && props.id === undefined;
    const given = props.checked ? { ...props, readOnly: true } : props;
    return isTask ? (
      <input {...given} aria-label={props.checked ? messages.taskDone : messages.taskOpen} />
    ) : (
      <input {...given} />
    );
  }
  return { a: BackLink, h2: Heading, input: Input };
}

/** Renders a `<details>` of a page with the class that gives it a fold mark. */
function Details({ className = "fold", ...others }: ComponentProps<"details">) {
  return <details className={className} {...others} />;
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

interface Aliased {
  /** Other ids that links may name, apart by spaces; see `aliasesOf` in lib/content/tree/anchors.ts. */
  readonly "data-alias"?: string;
}

/** Creates a heading that shows a link to itself on hover and focus. */
function headingOf(Tag: "h2" | "h3" | "h4") {
  return function PageHeading({ id, children, "data-alias": aliases, ...others }: ComponentProps<"h2"> & Aliased) {
    return (
      <Tag id={id} {...others}>
        {aliases?.split(" ").map((alias) => (
          <span key={alias} id={alias} />
        ))}
        {children}
        {id ? <HeadingLink id={id} /> : null}
      </Tag>
    );
  };
}

/**
 * Renders the link of a heading for pointers only: keyboards and screen readers have it in the table of contents. Its sign is drawn by
 * the style sheet, so that programs read the heading without it.
 */
function HeadingLink({ id }: { id: string }) {
  const link = { className: "heading-link", href: `#${id}`, "aria-hidden": true, tabIndex: -1 } as const;
  return <a {...link} />;
}

/** Creates the component of a Mermaid diagram: its source is in the page, and the reader's browser draws it. */
function diagramsIn(messages: DocsMessages) {
  return function Mermaid({ source: text = "" }: PropsFor<"Mermaid">) {
    return (
      <figure className="diagram rounded-(--radius) border border-line p-4" aria-label={messages.diagram}>
        <Drawing
          source={text}
          library={MERMAID_ADDRESS && withBasePath(MERMAID_ADDRESS)}
          label={messages.diagram}
          broken={messages.diagramBroken}
        >
          <summary className="text-[0.8125rem] text-muted">{messages.diagramSource}</summary>
          <pre className="mt-2 overflow-auto text-[0.8125rem]">
            <code>{text}</code>
          </pre>
        </Drawing>
      </figure>
    );
  };
}
