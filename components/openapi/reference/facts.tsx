import { Fragment, type ReactNode } from "react";
import type { DocsMessages } from "../../../lib/i18n/messages.ts";
import { type AllowedValue, type Fact, factRuns, factWords } from "../../../lib/openapi/document/facts.ts";

/** Longest rule that is shown as a whole; a longer one is folded. */
const MAX_FACT_CHARS = 400;
/** Allowed values that are shown as a whole; more are folded. */
const MAX_VALUES = 12;

interface FactsProps {
  readonly facts: readonly Fact[];
  readonly messages: DocsMessages;
}

/** Renders the rules of a value: the values that it allows, to copy, then the others in one line. */
export function Facts({ facts, messages }: FactsProps): ReactNode {
  const rules = facts.filter(({ kind }) => kind !== "allowed").map((fact) => ({ fact, words: factWords(fact) }));
  const short = rules.filter(({ words }) => words.length <= MAX_FACT_CHARS);
  const long = rules.filter(({ words }) => words.length > MAX_FACT_CHARS);
  return (
    <>
      {facts.map((fact) => (fact.kind === "allowed" ? <Allowed key={factWords(fact)} {...fact} messages={messages} /> : null))}
      {short.length > 0 ? (
        <p className="text-[0.875rem] text-muted">
          {short.map(({ fact, words }, index) => (
            <Fragment key={words}>
              {index > 0 ? " · " : null}
              <Runs fact={fact} />
            </Fragment>
          ))}
        </p>
      ) : null}
      {long.map(({ fact, words }) => (
        <details key={words} className="field-inside">
          <summary>{words.slice(0, 60).replace(/,?[^,]*$/, "")}, …</summary>
          <p className="text-[0.875rem] text-muted">
            <Runs fact={fact} />
          </p>
        </details>
      ))}
    </>
  );
}

function Runs({ fact }: { readonly fact: Fact }): ReactNode {
  if (fact.kind === "default" && !fact.each)
    return (
      <>
        default <code>{fact.value}</code>
      </>
    );
  // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a sentence never change
  return factRuns(fact).map(({ text, isCode }, index) => (isCode ? <code key={index}>{text}</code> : text));
}

interface AllowedProps {
  readonly values: readonly AllowedValue[];
  readonly more: number;
  readonly messages: DocsMessages;
}

/** Renders allowed values side by side, or below each other where the description says something of them. */
function Allowed({ values, more, messages }: AllowedProps): ReactNode {
  const isDescribed = values.some(({ words }) => words !== "");
  const rest = more > 0 ? `+ ${more}` : null;
  const list = isDescribed ? (
    <dl className="m-0 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
      {values.map(({ text, words }) => (
        <Fragment key={text}>
          <dt>
            <Value text={text} messages={messages} />
          </dt>
          <dd className="m-0">{words}</dd>
        </Fragment>
      ))}
      {rest ? <dt>{rest}</dt> : null}
    </dl>
  ) : (
    <div className="flex flex-wrap items-center gap-1.5">
      {values.map(({ text }, index) => (
        <Fragment key={text}>
          {index > 0 ? " " : null}
          <Value text={text} messages={messages} />
        </Fragment>
      ))}
      {rest}
    </div>
  );
  if (values.length > MAX_VALUES)
    return (
      <details className="field-inside">
        <summary>
          {messages.allowedValues} ({values.length + more})
        </summary>
        <div className="mt-2">{list}</div>
      </details>
    );
  return (
    <>
      <p className="text-[0.875rem] text-muted">{messages.allowedValues}</p>
      {list}
    </>
  );
}

/** Renders a value that FieldLoader copies when it is pressed. */
function Value({ text, messages }: { readonly text: string; readonly messages: DocsMessages }): ReactNode {
  return (
    <button type="button" className="value" data-copy="" title={messages.copy}>
      {bare(text)}
    </button>
  );
}

/** Returns a text without its quotation marks, unless it could be taken for a number, `true`, `null` or nothing then. */
function bare(json: string): string {
  const inside = /^"([^"\\]+)"$/.exec(json)?.[1];
  return inside === undefined || inside.trim() !== inside || /^(?:-?[\d.]+|true|false|null)$/.test(inside) ? json : inside;
}
