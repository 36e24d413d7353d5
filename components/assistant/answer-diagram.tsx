import type { ReactNode } from "react";
import { MERMAID_ADDRESS } from "../../lib/content/output/mermaid-address.ts";
import { pageMessages } from "../../lib/i18n/browser-messages.ts";
import { Drawing } from "../mdx/drawing.tsx";

interface AnswerDiagramProps {
  readonly source: string;
  readonly basePath: string;
  /** The source as code. */
  readonly children: ReactNode;
}

/** Draws a diagram of an answer as an image, in which nothing runs, like those of pages. */
export function AnswerDiagram({ source, basePath, children }: AnswerDiagramProps) {
  const language = typeof document === "undefined" ? "en" : document.documentElement.lang;
  const { diagram, diagramBroken, diagramSource } = pageMessages(language);
  return (
    <Drawing source={source} library={basePath + MERMAID_ADDRESS} label={diagram} broken={diagramBroken}>
      <summary>{diagramSource}</summary>
      {children}
    </Drawing>
  );
}
