import { type ReactNode, useMemo } from "react";
import { DIAGRAM_FRAME_PATH, MERMAID_ADDRESS } from "../../lib/content/output/mermaid-address.ts";
import { pageMessages } from "../../lib/i18n/browser-messages.ts";
import { Drawing, MAX_DIAGRAM_LENGTH } from "../mdx/drawing.tsx";
import { withoutReferences } from "./diagram-source.ts";

interface AnswerDiagramProps {
  readonly source: string;
  readonly basePath: string;
  /** The source as code. */
  readonly children: ReactNode;
}

/**
 * Draws a diagram of an answer as an image, in which nothing runs, like those of pages. Mermaid itself loads what a source names,
 * so it draws in a frame that reaches no network, and is not given what names something.
 */
export function AnswerDiagram({ source, basePath, children }: AnswerDiagramProps) {
  const language = typeof document === "undefined" ? "en" : document.documentElement.lang;
  const { diagram, diagramBroken, diagramSource } = pageMessages(language);
  // A longer one is not drawn.
  const drawn = useMemo(() => (source.length > MAX_DIAGRAM_LENGTH ? source : withoutReferences(source)), [source]);
  return (
    <Drawing
      source={drawn}
      library={MERMAID_ADDRESS && basePath + MERMAID_ADDRESS}
      frame={basePath + DIAGRAM_FRAME_PATH}
      label={diagram}
      broken={diagramBroken}
    >
      <summary>{diagramSource}</summary>
      {children}
    </Drawing>
  );
}
