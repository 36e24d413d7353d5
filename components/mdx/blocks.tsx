// Tested in components.test.tsx.
import { ChevronRight, FileText, Folder as FolderIcon } from "lucide-react";
import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import type { ComponentName, ComponentProps } from "../../lib/content/components.ts";
import type { DocsMessages } from "../../lib/i18n/docs.ts";
import { CopyPrompt } from "../ui/copy-button.tsx";
import { Tabs as TabGroup } from "../ui/tabs.tsx";
import { Icon } from "./icon.tsx";
import { Words } from "./words.tsx";

/** The attributes of a component of a page, and what is inside it. */
export type PropsFor<Name extends ComponentName> = ComponentProps<Name> & WithChildren;
type WithChildren = Readonly<{ children?: ReactNode }>;

/** Cards side by side, as many in a row as `cols` says and the width allows. */
export function Columns({ children, cols = 2 }: PropsFor<"Columns">) {
  return (
    <div className="columns" data-cols={Math.min(4, Math.max(1, Number(cols) || 2))}>
      {children}
    </div>
  );
}

export function Column({ children }: WithChildren) {
  return <div className="column">{children}</div>;
}

/** Numbered steps of a task. */
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
  return function Tabs({ children }: WithChildren) {
    const tabs = elementsOf<PropsFor<"Tab">>(children);
    if (tabs.length === 0) return <>{children}</>;
    return (
      <div className="tabs">
        <TabGroup titles={tabs.map(({ props }, index) => props.title ?? String(index + 1))} label={label}>
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

/** The elements among children, also those inside fragments, without the white space between them. */
export function elementsOf<Props>(children: ReactNode): ReactElement<Props>[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<Props & WithChildren>(child)) return [];
    return child.type === Fragment ? elementsOf<Props>(child.props.children) : [child];
  });
}

/** A part of the page that opens on demand. */
export function Accordion({ children, title, description, icon, defaultOpen, id }: PropsFor<"Accordion">) {
  return (
    <details className="accordion" open={isOn(defaultOpen)}>
      <summary>
        <ChevronRight aria-hidden className="fold-mark" size={16} />
        <Icon icon={icon} size={17} />
        <span>
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

/** Fields inside a field, opened on demand. */
export function expandableIn(properties: string) {
  return function Expandable({ children, title, defaultOpen }: PropsFor<"Expandable">) {
    return (
      <details className="expandable" open={isOn(defaultOpen)}>
        <summary>
          <ChevronRight aria-hidden className="fold-mark" size={14} />
          {title ?? properties}
        </summary>
        <div className="fold-body">{children}</div>
      </details>
    );
  };
}

export function isOn(value: boolean | string | undefined): boolean {
  return value === true || value === "true";
}

/** A picture or an embed with a border and, where given, a caption. */
export function Frame({ children, caption, hint }: PropsFor<"Frame">) {
  return (
    <figure className="frame">
      {hint ? <p className="frame-hint">{hint}</p> : null}
      <div className="frame-inside">{children}</div>
      {caption ? (
        <figcaption>
          <Words>{caption}</Words>
        </figcaption>
      ) : null}
    </figure>
  );
}

export function Badge({ children, color, icon }: PropsFor<"Badge">) {
  return (
    <span className="badge" data-color={color}>
      <Icon icon={icon} size={13} />
      {children}
    </span>
  );
}

/** One entry of a changelog. */
export function Update({ children, label, description, tags, id }: PropsFor<"Update">) {
  return (
    <section className="update" aria-label={label} id={id} data-tags={JSON.stringify(Array.isArray(tags) ? tags : [])}>
      <div className="update-label">
        <strong>{id ? <a href={`#${id}`}>{label}</a> : label}</strong>
        {description ? <span>{description}</span> : null}
        {Array.isArray(tags) ? tags.map((tag) => <Badge key={tag}>{tag}</Badge>) : null}
      </div>
      <div className="update-body">{children}</div>
    </section>
  );
}

/** What only one group of readers needs, under its name. */
export function View({ children, title, icon }: PropsFor<"View">) {
  return (
    <section className="view" aria-label={title}>
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

export function Panel({ children }: WithChildren) {
  return <div className="panel-box">{children}</div>;
}

/** An example of a request or a response, under its name. */
export function exampleIn(label: string) {
  return function Example({ children }: WithChildren) {
    return (
      <section className="example" aria-label={label}>
        <p className="example-label">{label}</p>
        {children}
      </section>
    );
  };
}

export function Folder({ children, name, defaultOpen, comment, highlight }: PropsFor<"Folder">) {
  return (
    <li>
      <details className="tree-folder" open={isOn(defaultOpen)}>
        <summary>
          <ChevronRight aria-hidden className="fold-mark" size={14} />
          <FolderIcon aria-hidden size={15} />
          <FileName {...{ name, comment, highlight }} />
        </summary>
        <ul>{children}</ul>
      </details>
    </li>
  );
}

/** A name in a tree of files, marked where the page says so, with the remark beside it. */
function FileName({ name, comment, highlight }: PropsFor<"File">) {
  return (
    <>
      {isOn(highlight) ? <mark>{name}</mark> : name}
      {comment ? <span className="tree-comment">{comment}</span> : null}
    </>
  );
}

export function File({ name, comment, highlight }: PropsFor<"File">) {
  return (
    <li className="tree-file">
      <FileText aria-hidden size={15} />
      <FileName {...{ name, comment, highlight }} />
    </li>
  );
}

/** A drawing of files and folders. */
export const Tree = Object.assign(
  function Tree({ children }: WithChildren) {
    return (
      <div className="tree">
        <ul>{children}</ul>
      </div>
    );
  },
  { Folder, File },
);

/** Colours in a row under a name. */
function ColorRow({ children, title }: PropsFor<"Color.Row">) {
  return (
    <div className="colors">
      {title ? <p className="colors-title">{title}</p> : null}
      {children}
    </div>
  );
}

function ColorItem({ name, value, darkValue }: PropsFor<"Color.Item">) {
  return (
    <p className="color">
      <span aria-hidden className="color-sample" style={{ backgroundColor: value }} />
      {darkValue ? <span aria-hidden className="color-sample" style={{ backgroundColor: darkValue }} /> : null}
      {name ? <strong>{name}</strong> : null} <code>{value}</code>
      {darkValue ? <code>{darkValue}</code> : null}
    </p>
  );
}

/** Colours, each with a sample. */
export const Color = Object.assign(
  function Color({ children }: WithChildren) {
    return <div className="colors">{children}</div>;
  },
  { Row: ColorRow, Item: ColorItem },
);

/** Content for readers; that for agents is taken out before. */
export function Visibility({ children, for: audience }: PropsFor<"Visibility">) {
  return audience === "agents" ? null : children;
}

/** A prompt to copy, under the words that say what it does. */
export function promptIn(messages: DocsMessages) {
  return function Prompt({ children, description, icon }: PropsFor<"Prompt">) {
    return (
      <section className="prompt" data-prompt aria-label={description ?? messages.prompt}>
        <div className="prompt-head">
          <p>
            <Icon icon={icon ?? "sparkles"} size={18} />
            <Words>{description ?? messages.prompt}</Words>
          </p>
          <CopyPrompt messages={{ copy: messages.copy, copied: messages.copied, failed: messages.copyFailed }} />
        </div>
        <details>
          <summary>
            <ChevronRight aria-hidden className="fold-mark" size={14} />
            {messages.showPrompt}
          </summary>
          <div className="fold-body" data-prompt-text>
            {children}
          </div>
        </details>
      </section>
    );
  };
}
