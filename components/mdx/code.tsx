import { MessageSquare } from "lucide";
import { type CSSProperties, isValidElement, type ReactElement, type ReactNode } from "react";
import { getConfig } from "../../lib/config/config.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { CopyCode } from "../ui/copy-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { elementsOf } from "./blocks.tsx";
import { codeHtml } from "./code-html.ts";
import { Icon } from "./icon.tsx";

/** A fence as the page compiler hands it over: highlighted lines inside `code`. */
interface FenceProps {
  readonly children?: ReactNode;
  readonly title?: string;
  readonly "data-line-numbers"?: boolean | string;
  readonly "data-language"?: string;
  readonly "data-start"?: string;
  readonly "data-icon"?: string;
  readonly "data-wrap"?: string;
  readonly "data-expandable"?: string;
  readonly "data-focused"?: string;
}

/** Classes of the tabs above code, which leave room for the buttons of the block. */
const CODE_TABS = "me-20 gap-4 ps-4 text-[0.8125rem]";

/** Creates the code components: `pre` for every fence; `CodeGroup` and examples of requests and responses, which have tabs. */
export function codeIn(messages: DocsMessages) {
  const buttons = <CodeButtons messages={messages} />;

  function Fence(props: FenceProps) {
    return (
      <CodeFrame
        title={props.title}
        icon={props["data-icon"]}
        language={props["data-language"]}
        label={messages.example}
        buttons={buttons}
        more={props["data-expandable"] === undefined ? undefined : messages.showAllLines}
      >
        <Lines {...props} />
      </CodeFrame>
    );
  }

  function CodeGroup({ children, label = messages.example }: { children?: ReactNode; label?: string }) {
    const fences = elementsOf<FenceProps>(children).filter(({ type }) => type === Fence);
    if (fences.length === 0) return <>{children}</>;
    const titles = fences.map(({ props }, index) => props.title ?? String(index + 1));
    return (
      <div className="code code-group" data-code>
        <Tabs titles={titles} label={label} end={buttons} listClass={CODE_TABS}>
          {fences.map(({ props }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two blocks may have one title, and they never change their order
            <Lines key={index} {...props} />
          ))}
        </Tabs>
      </div>
    );
  }

  /** Creates the component of a labelled example, with tabs when it has several fences and nothing else. */
  function exampleIn(label: string) {
    return function Example({ children }: { children?: ReactNode }) {
      const parts = elementsOf(children);
      const isGroup = parts.length > 1 && parts.every(({ type }) => type === Fence);
      return (
        <section className="example" aria-label={label}>
          <p className="example-label">{label}</p>
          {isGroup ? <CodeGroup label={label}>{children}</CodeGroup> : children}
        </section>
      );
    };
  }

  const examples = { RequestExample: exampleIn(messages.request), ResponseExample: exampleIn(messages.response) };
  return { pre: Fence, CodeGroup, ...examples };
}

interface FrameProps {
  readonly children: ReactNode;
  readonly title: string | undefined;
  /** Name of the block for screen readers when it has no title. */
  readonly label: string;
  /** Shown on phones above a block without a title. */
  readonly language?: string | undefined;
  readonly buttons: ReactNode;
  readonly icon?: string | undefined;
  /** Folds a long block, with these words on what unfolds it. */
  readonly more?: string | undefined;
}

/** Copies the code, and attaches it to a question if there is an assistant. */
export function CodeButtons({ messages }: { messages: DocsMessages }) {
  return (
    <>
      <AskCode label={messages.askCode} />
      <CopyCode messages={{ copy: messages.copy, copied: messages.copied, failed: messages.copyFailed }} />
    </>
  );
}

export function CodeFrame({ children, title, label, language, buttons, icon, more }: FrameProps) {
  return (
    <figure
      className="code"
      data-code
      data-language={language === "text" ? undefined : language}
      data-titled={title ? "" : undefined}
    >
      {title ? (
        <figcaption className="code-title">
          <Icon icon={icon} size={14} /> {title}
        </figcaption>
      ) : null}
      {buttons}
      {/* A box to tick, so that the rest shows without a script. The style sheet puts it at the end. */}
      {more ? (
        <label className="code-more">
          <input type="checkbox" />
          {more}
        </label>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms */}
      <div className="code-scroll" data-code-body role="group" tabIndex={0} aria-label={title ?? label}>
        {children}
      </div>
    </figure>
  );
}

function Lines({ children, ...fence }: FenceProps) {
  const shown = isValidElement<CodeProps>(children) ? children : <code>{children}</code>;
  const flags = {
    "data-numbered": fence["data-line-numbers"] ? "" : undefined,
    "data-wrap": fence["data-wrap"],
    "data-focused": fence["data-focused"],
    "data-signed": fence["data-language"] === "diff" ? "" : undefined,
  };
  const start = fence["data-start"] ? { style: { "--first-line": Number(fence["data-start"]) - 1 } as CSSProperties } : {};
  return (
    <pre {...flags} {...start}>
      {toText(shown)}
    </pre>
  );
}

interface CodeProps {
  readonly children?: ReactNode;
}

/** Replaces the content by HTML text, if it is nothing but coloured code. */
function toText(shown: ReactElement<CodeProps>): ReactNode {
  const { children, ...others } = shown.props;
  const html = shown.type === "code" ? codeHtml(children) : undefined;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: of elements there are only spans, and every text and colour is escaped
  return html === undefined ? shown : <code {...others} dangerouslySetInnerHTML={{ __html: html }} />;
}

/**
 * Renders the button that attaches a code block to a question, unless the assistant is switched off. It has no
 * code in the browser: `AssistantTrigger` listens for the whole page.
 */
function AskCode({ label }: { readonly label: string }) {
  if (!getConfig().assistant.enabled) return null;
  return (
    <button type="button" className="code-ask" data-ask-code aria-label={label} title={label}>
      <LucideSvg icon={MessageSquare} size={15} />
    </button>
  );
}
