import mermaid from "mermaid/package.json" with { type: "json" };

export const MERMAID_VERSION = mermaid.version;
export const ENTRY = "mermaid.esm.min.mjs";
export const CHUNKS = "chunks/mermaid.esm.min";

/** Path from which a browser imports Mermaid, without the base path. Its version makes it one whose content never changes. */
export const MERMAID_ADDRESS = `/api/mermaid/${MERMAID_VERSION}/${ENTRY}`;

/** Path of the document in which a browser draws the diagrams of answers, without the base path. */
export const DIAGRAM_FRAME_PATH = "/api/diagram";
