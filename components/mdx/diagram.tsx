import { Children, type ReactNode } from "react";
import { MERMAID_ADDRESS } from "../../lib/content/output/mermaid.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { withBasePath } from "../docs/site-url.ts";
import type { PropsFor } from "./blocks.tsx";
import { Drawing } from "./drawing.tsx";

/** A Mermaid diagram: its source, which is in the page at once, and the drawing that the reader's browser makes of it. */
export function diagramsIn(messages: DocsMessages) {
  return function Mermaid({ source, children }: PropsFor<"Mermaid">) {
    const text = source ?? childText(children);
    return (
      <figure className="diagram rounded-(--radius) border border-line p-4" aria-label={messages.diagram}>
        <Drawing source={text} library={withBasePath(MERMAID_ADDRESS)} label={messages.diagram} broken={messages.diagramBroken}>
          <summary className="text-[0.8125rem] text-muted">{messages.diagramSource}</summary>
          <pre className="mt-2 overflow-auto text-[0.8125rem]">
            <code>{text}</code>
          </pre>
        </Drawing>
      </figure>
    );
  };
}

function childText(children: ReactNode): string {
  return Children.toArray(children)
    .map((child) => (typeof child === "string" ? child : ""))
    .join("");
}
