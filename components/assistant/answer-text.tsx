import type { Element, ElementContent, Root } from "hast";
import { ChevronRight } from "lucide";
import Link from "next/link";
import {
  type ComponentProps,
  createContext,
  isValidElement,
  lazy,
  type MouseEvent,
  memo,
  type ReactNode,
  Suspense,
  use,
  useRef,
  useState,
} from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import remend from "remend";
import { mathSyntax } from "../../lib/content/parse/math.ts";
import { splitAtDashes } from "../../lib/content/tree/dashes.ts";
import type { AssistantMessages } from "../../lib/i18n/browser-messages.ts";
import { markWordsAt, nearestSentence } from "../marked-words.ts";
import type { SiteScope } from "../site-scope.ts";
import { colourCode } from "../ui/code-colours.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { WithTip } from "../ui/tooltip.tsx";
import { type LinkTarget, readLink } from "./links.ts";
import type { Source } from "./panel-message.ts";
import { type QuoteCard, splitQuotes } from "./quote-parts.ts";

interface AnswerTextProps {
  readonly text: string;
  /** More is coming: what is half written is closed, so that it does not flicker. */
  readonly streaming: boolean;
  readonly site: SiteScope;
  readonly sources: readonly Source[];
  readonly messages: AssistantMessages;
  /** Called when the reader follows a link to a page of this site. */
  readonly onLeave: () => void;
}

/**
 * The text of an answer. Whatever a model or a page may write, this shows no image, no HTML, and no link but to http,
 * https, mail and the site itself: markup becomes text, an unsafe link keeps its words only.
 */
export const AnswerText = memo(function AnswerText({ text, streaming, ...around }: AnswerTextProps) {
  const whole = streaming ? remend(text, { linkMode: "text-only", images: false, htmlTags: false }) : text;
  const markdown = withDollars(whole);
  const { site } = around;
  const origin = typeof window === "undefined" ? new URL(site.siteUrl).origin : window.location.origin;
  const render = (part: string) => (
    <Markdown
      remarkPlugins={[remarkGfm, mathSyntax]}
      rehypePlugins={[arrange]}
      urlTransform={(url) => (readLink(site, url, origin) ? url : null)}
      components={COMPONENTS}
    >
      {part}
    </Markdown>
  );
  return (
    <div className="answer-text">
      {splitQuotes(markdown).map(({ markdown, isQuote, card }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts only come at the end
        <Around key={index} value={{ ...around, origin, streaming, isQuote }}>
          {card ? (
            <FoldedQuote card={card}>{render(markdown)}</FoldedQuote>
          ) : isQuote ? (
            <div className="answer-quote" data-cited>
              {render(markdown)}
            </div>
          ) : (
            render(markdown)
          )}
        </Around>
      ))}
    </div>
  );
});

/** Renders a quote as a card that opens in place. */
function FoldedQuote({ card: { title, place, beginning }, children }: WithChildren & { readonly card: QuoteCard }) {
  return (
    <details className="answer-card" data-cited>
      <summary>
        <LucideSvg icon={ChevronRight} size={16} className="fold-mark answer-card-mark" />
        <span className="answer-card-title">
          <PlainText markdown={title} />
        </span>
        {place && (
          <span className="answer-card-place">
            <PlainText markdown={place} />
          </span>
        )}
        {/* What opens says it again. */}
        <span aria-hidden="true" className="answer-card-beginning">
          <PlainText markdown={beginning} />
        </span>
      </summary>
      <div className="answer-quote">{children}</div>
    </details>
  );
}

/** Renders the words of a piece of Markdown, without any element. */
function PlainText({ markdown }: { readonly markdown: string }) {
  return (
    <Markdown remarkPlugins={[remarkGfm]} allowedElements={[]} unwrapDisallowed>
      {markdown}
    </Markdown>
  );
}

/** Returns an answer with `$` around formulas, for which many models write `\\(` and `\\[`; code stays as it is. */
function withDollars(text: string): string {
  if (!/\\[([]/.test(text)) return text;
  const parts = text.split(/(^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\2|$(?![\s\S]))|`[^`\n]*`)/m);
  return parts.map((part, index) => (index % 3 === 0 ? toDollars(part) : index % 3 === 1 ? part : "")).join("");
}

/** Matches formulas in brackets with a backslash only on separate lines, since a name may have such brackets too. */
function toDollars(text: string): string {
  return text
    .replace(/^([ \t]*)\\\[[ \t]*\n([\s\S]{1,2000}?)\n[ \t]*\\\][ \t]*$/gm, "$1$$$$\n$2\n$1$$$$")
    .replace(/\\\((?=[^\n]*[\\^_=+])([^\n]{1,500}?)\\\)/g, (_, formula: string) => `$${formula.trim()}$`);
}

interface AnswerAround extends Omit<AnswerTextProps, "text"> {
  readonly origin: string;
  /** True where the cited words stand below their source. */
  readonly isQuote: boolean;
}

/** By context, so that the components below stay the same while the text grows, and a focused button stays too. */
const Around = createContext<AnswerAround | null>(null);

function useAround(): AnswerAround {
  const around = use(Around);
  if (!around) throw new Error("The parts of an answer belong inside AnswerText.");
  return around;
}

const MARKER = /^\d{1,3}$/;

/** From this many letters on, a cell of a table is read as a sentence, which needs some width. */
const MIN_PROSE = 28;

function lengthOf(node: ElementContent): number {
  if ("children" in node) return node.children.reduce((sum, child) => sum + lengthOf(child), 0);
  return node.type === "text" ? node.value.length : 0;
}

/** Keeps the number of a source on the line of the word before it, and marks the cells of tables that hold prose. */
function arrange() {
  return function arrangeIn(parent: Root | Element): void {
    for (const [index, node] of parent.children.entries()) {
      if (node.type !== "element") continue;
      arrangeIn(node);
      if (node.tagName === "td" && lengthOf(node) >= MIN_PROSE) node.properties.dataProse = "";
      const before = parent.children[index - 1];
      const [words] = node.children;
      const isMarker = node.tagName === "a" && words?.type === "text" && MARKER.test(words.value);
      if (isMarker && before?.type === "text") before.value = before.value.replace(/\s+$/, "\u00a0");
    }
  };
}

const COMPONENTS: Components = {
  h1: AnswerHeading,
  h2: AnswerHeading,
  h3: AnswerHeading,
  h4: AnswerHeading,
  h5: AnswerHeading,
  h6: AnswerHeading,
  img: () => null,
  pre: AnswerBlock,
  code: AnswerCode,
  table: AnswerTable,
  a: AnswerLink,
};

interface WithChildren {
  readonly children?: ReactNode;
}

/** Renders a heading of an answer below those of the panel, which go down to the third level. */
function AnswerHeading({ children }: WithChildren) {
  return <h4>{children}</h4>;
}

function AnswerTable({ children }: WithChildren) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <div className="answer-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

/** Loaded with the first formula or diagram of an answer. */
const Formula = lazy(() => import("../mdx/latex.tsx").then(({ Latex }) => ({ default: Latex })));
const Diagram = lazy(() => import("./answer-diagram.tsx").then(({ AnswerDiagram }) => ({ default: AnswerDiagram })));

interface CodeProps extends WithChildren {
  readonly className?: string | undefined;
}

function AnswerCode({ children, className }: CodeProps) {
  const text = typeof children === "string" ? children : "";
  if (className?.includes("math-inline"))
    return (
      <Suspense fallback={<code>{text}</code>}>
        <Formula source={toFormula(text)} />
      </Suspense>
    );
  return text.endsWith("\n") ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: every text is escaped, see colourCode
    <code className={className} dangerouslySetInnerHTML={{ __html: colourCode(text) }} />
  ) : (
    <code className={className}>
      {splitAtDashes(text).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts only come at the end
          <span key={index} className="whitespace-nowrap">
            {part}
          </span>
        ),
      )}
    </code>
  );
}

/** The service escapes signs that could begin a tag or a link: formulas have no such escapes. */
const toFormula = (text: string) => text.replace(/\\([<[`])/g, "$1");

/** Renders a block of code, or what it draws: a formula, or a diagram once its source is complete. */
function AnswerBlock({ children }: WithChildren) {
  const { site, streaming } = useAround();
  const { className, children: text } = isValidElement<CodeProps>(children) ? children.props : {};
  const code = <AnswerFence>{children}</AnswerFence>;
  if (typeof text !== "string" || !className) return code;
  if (/\blanguage-math\b/.test(className))
    return (
      <Suspense fallback={code}>
        <Formula source={toFormula(text)} display />
      </Suspense>
    );
  if (!/\blanguage-mermaid\b/.test(className) || streaming) return code;
  return (
    <Suspense fallback={code}>
      <Diagram source={text} basePath={site.basePath}>
        {code}
      </Diagram>
    </Suspense>
  );
}

function AnswerFence({ children }: WithChildren) {
  const { messages } = useAround();
  const pre = useRef<HTMLPreElement>(null);
  return (
    <div className="answer-code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <pre ref={pre} tabIndex={0}>
        {children}
      </pre>
      <CopyButton
        messages={{ copy: messages.copyCode, copied: messages.copied, failed: messages.copyFailed }}
        read={() => pre.current?.textContent?.replace(/\n$/, "") ?? ""}
        size={14}
      />
    </div>
  );
}

function AnswerLink({ href, children }: WithChildren & { readonly href?: string | undefined }) {
  const { site, origin, sources, messages, onLeave, isQuote } = useAround();
  const target = readLink(site, href, origin);
  if (!target) return <>{children}</>;
  const words = Array.isArray(children) && children.length === 1 ? children[0] : children;
  const isMarker = typeof words === "string" && MARKER.test(words);
  const source = sources.find(({ url, number }) => url === href || (isMarker && number === words));
  const passage = source?.url === href ? source?.passage : undefined;
  const shared = { target, passage, messages, onLeave };
  if (!isMarker) return <SafeLink {...shared}>{children}</SafeLink>;
  return <Citation number={words} title={source?.title ?? ""} showsSentence={!isQuote} {...shared} />;
}

interface CitationProps extends Pick<SafeLinkProps, "target" | "passage" | "messages" | "onLeave"> {
  readonly number: string;
  /** Of its source; empty where it is not known. */
  readonly title: string;
  readonly showsSentence: boolean;
}

/** Most letters of a cited sentence that are shown above its number. */
const MAX_SENTENCE = 240;

/** Renders the number of a source; pointer and focus show the sentence of it that fits what is said. */
function Citation({ number, title, showsSentence, ...link }: CitationProps) {
  const { passage, messages } = link;
  const marker = useRef<HTMLAnchorElement>(null);
  const [sentence, setSentence] = useState("");
  const shared = { className: "answer-marker", "aria-label": messages.source(number, title) };
  if (!passage || !showsSentence)
    return (
      <SafeLink {...link} {...shared} title={title}>
        {number}
      </SafeLink>
    );
  const find = () => {
    const found = marker.current ? nearestSentence(passage, citingText(marker.current)) : "";
    setSentence(found.length > MAX_SENTENCE ? `${found.slice(0, MAX_SENTENCE).replace(/\S*$/, "")}…` : found);
  };
  const tip = (
    <>
      <strong className="block font-semibold">{title.replaceAll(" > ", " › ")}</strong>
      {sentence}
    </>
  );
  return (
    <WithTip tip={tip} onShow={find}>
      {(described) => (
        <SafeLink ref={marker} {...link} {...shared} {...described}>
          {number}
        </SafeLink>
      )}
    </WithTip>
  );
}

interface SafeLinkProps
  extends Pick<ComponentProps<"a">, "ref" | "className" | "style" | "title" | "aria-label" | "aria-describedby" | "children"> {
  readonly target: LinkTarget;
  /** The passage that is cited: its sentence that fits the answer is marked on the page. */
  readonly passage?: string | undefined;
  readonly messages: AssistantMessages;
  readonly onLeave: () => void;
}

/** Opens a page of this site in place, and another site in a new tab without a referrer. */
export function SafeLink({ target, passage, messages, onLeave, children, ...props }: SafeLinkProps) {
  const open = ({ currentTarget, metaKey, ctrlKey, shiftKey }: MouseEvent<HTMLAnchorElement>) => {
    if (passage && !metaKey && !ctrlKey && !shiftKey)
      markWordsAt(currentTarget.href, nearestSentence(passage, citingText(currentTarget)));
    onLeave();
  };
  if (target.kind === "page")
    return (
      <Link href={target.href} prefetch={false} onClick={open} {...props}>
        {children}
      </Link>
    );
  return (
    <a href={target.href} target="_blank" rel="noopener noreferrer nofollow" {...props}>
      {children}
      <span className="sr-only"> ({messages.newTab})</span>
    </a>
  );
}

/** Returns the text that a citation belongs to: a quote, a paragraph, or the whole answer for the list of sources. */
function citingText(link: HTMLElement): string {
  const isListed = link.closest("[data-sources]") !== null;
  const answer = link.closest("section")?.querySelector(".answer-text");
  const cited = isListed
    ? answer?.querySelector(`a[href="${CSS.escape(link.getAttribute("href") ?? "")}"]`)?.closest("[data-cited], p, li, tr")
    : (link.closest("[data-cited]") ?? link.closest("p, li, tr"));
  return (cited ?? answer)?.textContent ?? "";
}
