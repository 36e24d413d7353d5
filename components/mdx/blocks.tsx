import { ChevronRight } from "lucide";
import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import type { ComponentName, ComponentProps } from "../../lib/content/components/components.ts";
import { getOwn } from "../../lib/content/model/records.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { CopyPrompt } from "../ui/copy-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Tabs as TabGroup } from "../ui/tabs.tsx";
import { Icon } from "./icon.tsx";
import { Words } from "./words.tsx";

/** The attributes of a component of a page, and what is inside it. */
export type PropsFor<Name extends ComponentName> = ComponentProps<Name> & WithChildren;
export type WithChildren = Readonly<{ children?: ReactNode }>;

/** The border and padding of a box. */
export const BOX = "rounded-(--radius) border border-line px-5 py-4";

/** Cards side by side, as many in a row as `cols` says and the width allows. */
export function Columns({ children, cols = 2 }: PropsFor<"Columns">) {
  return (
    <div className="columns *:min-w-0" data-cols={Math.min(4, Math.max(1, Number(cols) || 2))}>
      {children}
    </div>
  );
}

export function Column({ children }: WithChildren) {
  return <div className="column">{children}</div>;
}

export function Steps({ children }: WithChildren) {
  return <ol className="steps">{children}</ol>;
}

export function Step({ children, title, icon, id }: PropsFor<"Step">) {
  return (
    <li className="step" id={id}>
      {title ? (
        <p className="step-title">
          <Icon icon={icon} size={17} />
          <Words>{title}</Words>
        </p>
      ) : null}
      <div className="step-body">{children}</div>
    </li>
  );
}

/** Alternatives of which the reader picks one; `<Tab title>` holds each. */
export function tabsIn(label: string) {
  return function Tabs({ children, defaultIndex = 0 }: PropsFor<"Tabs"> & WithChildren) {
    const tabs = elementsOf<PropsFor<"Tab">>(children);
    if (tabs.length === 0) return <>{children}</>;
    return (
      <div className="tabs">
        <TabGroup
          titles={tabs.map(({ props }, index) => props.title ?? String(index + 1))}
          icons={tabs.map(({ props }) => (props.icon ? <Icon key={props.icon} icon={props.icon} size={16} /> : null))}
          label={label}
          first={Math.min(Math.max(0, Math.trunc(Number(defaultIndex)) || 0), tabs.length - 1)}
        >
          {tabs}
        </TabGroup>
      </div>
    );
  };
}

export function Tab({ children, id }: PropsFor<"Tab">) {
  return (
    <div className="tab-panel" id={id}>
      {children}
    </div>
  );
}

/** Returns the elements among children, also those inside fragments, without the white space between them. */
export function elementsOf<Props>(children: ReactNode): ReactElement<Props>[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<Props & WithChildren>(child)) return [];
    return child.type === Fragment ? elementsOf<Props>(child.props.children) : [child];
  });
}

/** Renders a part of the page that opens on demand. */
export function Accordion({ children, title, description, icon, defaultOpen, id }: PropsFor<"Accordion">) {
  return (
    <details className="accordion" open={isOn(defaultOpen)}>
      <summary>
        <LucideSvg icon={ChevronRight} className="fold-mark" size={16} />
        <Icon icon={icon} size={17} />
        <span className="min-w-0">
          <Words>{title}</Words>
          {description ? (
            <span className="fold-description">
              <Words>{description}</Words>
            </span>
          ) : null}
        </span>
      </summary>
      {/* The browser opens a fold that holds the target of a link. */}
      <div className="fold-body" id={id}>
        {children}
      </div>
    </details>
  );
}

export function AccordionGroup({ children }: WithChildren) {
  return <div className="accordion-group">{children}</div>;
}

/** Renders fields inside a field, opened on demand. */
export function expandableIn(properties: string) {
  return function Expandable({ children, title, defaultOpen, id }: PropsFor<"Expandable">) {
    return (
      <details className="expandable" open={isOn(defaultOpen)}>
        <summary>
          <LucideSvg icon={ChevronRight} className="fold-mark" size={14} />
          {title ?? properties}
        </summary>
        <div className="fold-body" id={id}>
          {children}
        </div>
      </details>
    );
  };
}

export function isOn(value: boolean | string | undefined): boolean {
  return value === true || value === "true";
}

/** Frames a picture or an embed with a border and, if there is one, a caption. */
export function Frame({ children, caption, hint }: PropsFor<"Frame">) {
  return (
    <figure className="overflow-hidden rounded-(--radius) border border-line bg-sunk p-2">
      {hint ? <p className={CAPTION}>{hint}</p> : null}
      <div className="*:mx-auto! *:my-0!">{children}</div>
      {caption ? (
        <figcaption className={CAPTION}>
          <Words>{caption}</Words>
        </figcaption>
      ) : null}
    </figure>
  );
}

const CAPTION = "mt-2 mb-0.5 text-center text-[0.875rem] text-muted";

export function Badge({ children, color, icon }: PropsFor<"Badge">) {
  const look = getOwn(BADGES, color ?? "") ?? "border-(--accent-line) bg-accent-soft text-accent";
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full border px-2 py-px font-semibold text-[0.8125rem] leading-normal ${look}`}
    >
      <Icon icon={icon} size={13} />
      {children}
    </span>
  );
}

const GRAY = "border-line-strong bg-sunk text-muted";
const TONED =
  "border-[color-mix(in_oklab,var(--tone)_35%,var(--line))] bg-[color-mix(in_oklab,var(--tone)_7%,var(--paper))] text-(--tone)";
const RED = `${TONED} [--tone:var(--tone-danger)]`;
const YELLOW = `${TONED} [--tone:var(--tone-warning)]`;
const BLUE = `${TONED} [--tone:var(--tone-info)]`;
const BADGES: Readonly<Record<string, string>> = {
  gray: GRAY,
  grey: GRAY,
  surface: GRAY,
  blue: BLUE,
  red: RED,
  destructive: RED,
  orange: YELLOW,
  yellow: YELLOW,
  warning: YELLOW,
};

/** Renders one entry of a changelog. */
export function Update({ children, label, description, tags, id }: PropsFor<"Update">) {
  return (
    <section
      className="update grid *:min-w-0 gap-x-8 gap-y-3 border-line border-t pt-7 @2xl/main:grid-cols-[9rem_1fr]"
      aria-label={label}
      id={id}
      data-tags={JSON.stringify(Array.isArray(tags) ? tags : [])}
    >
      {/* Beside the entry where there is room, and in sight as long as it is read. */}
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1.5 self-start wrap-anywhere text-[0.9063rem] text-muted @2xl/main:sticky @2xl/main:top-20">
        <strong className="font-display text-lg text-ink leading-snug tracking-display">
          {id ? (
            <a className="hover:underline" href={`#${id}`}>
              {label}
            </a>
          ) : (
            label
          )}
        </strong>
        {description ? <span>{description}</span> : null}
        {Array.isArray(tags) ? tags.map((tag) => <Badge key={tag}>{tag}</Badge>) : null}
      </div>
      <div className="update-body">{children}</div>
    </section>
  );
}

/** Renders content for one group of readers, under its name. */
export function View({ children, title, icon, id }: PropsFor<"View">) {
  return (
    <section id={id} className={`view ${BOX}`} aria-label={title}>
      {title ? (
        <p className="view-title">
          <Icon icon={icon} size={16} />
          {title}
        </p>
      ) : null}
      {children}
    </section>
  );
}

export function SidePanel({ children }: WithChildren) {
  return <div className={`panel-box ${BOX}`}>{children}</div>;
}

const COLORS = "flex flex-wrap gap-x-5 gap-y-2 wrap-anywhere";
const SAMPLE = "size-5 rounded-sm border border-line";

/** Colours in a row under a name. */
function ColorRow({ children, title }: PropsFor<"Color.Row">) {
  return (
    <div className={COLORS}>
      {title ? <p className="mt-2 mb-0 w-full font-[650]">{title}</p> : null}
      {children}
    </div>
  );
}

function ColorItem({ name, value, darkValue }: PropsFor<"Color.Item">) {
  return (
    <p className="my-0 inline-flex items-center gap-2">
      <span aria-hidden className={SAMPLE} style={{ backgroundColor: value }} />
      {darkValue ? <span aria-hidden className={SAMPLE} style={{ backgroundColor: darkValue }} /> : null}
      {name ? <strong>{name}</strong> : null} <code>{value}</code>
      {darkValue ? <code>{darkValue}</code> : null}
    </p>
  );
}

/** Colours, each with a sample. */
export const Color = Object.assign(
  function Color({ children }: WithChildren) {
    return <div className={COLORS}>{children}</div>;
  },
  { Row: ColorRow, Item: ColorItem },
);

/** Renders content for readers; that for agents is removed earlier. */
export function Visibility({ children, for: audience }: PropsFor<"Visibility">) {
  return audience === "agents" ? null : children;
}

/** Creates the component of a prompt to copy, below a description of what it does. */
export function promptIn(messages: DocsMessages) {
  return function Prompt({ children, description, icon }: PropsFor<"Prompt">) {
    return (
      <section className={`prompt bg-card ${BOX}`} data-prompt aria-label={description ?? messages.prompt}>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <p className="m-0 flex-[1_1_16rem] font-semibold [&_.icon]:me-2 [&_.icon]:align-[-0.2em] [&_.icon]:text-accent">
            <Icon icon={icon ?? "sparkles"} size={18} />
            <Words>{description ?? messages.prompt}</Words>
          </p>
          <CopyPrompt messages={{ copy: messages.copy, copied: messages.copied, failed: messages.copyFailed }} />
        </div>
        <details className="mt-2.5">
          <summary className="inline-flex items-center gap-1.5 text-[0.875rem] text-muted">
            <LucideSvg icon={ChevronRight} className="fold-mark" size={14} />
            {messages.showPrompt}
          </summary>
          <div className="fold-body mt-2.5 max-h-96 overflow-auto text-[0.9375rem]" data-prompt-text>
            {children}
          </div>
        </details>
      </section>
    );
  };
}
