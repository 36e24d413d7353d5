/** The version of the installed Mermaid, which next.config.mjs puts in this place; empty where a site has taken the package out. */
// biome-ignore lint/style/noProcessEnv: a constant of the build
export const MERMAID_VERSION = process.env.MERMAID_VERSION ?? "";
export const ENTRY = "mermaid.esm.min.mjs";
export const CHUNKS = "chunks/mermaid.esm.min";

/**
 * Path from which a browser imports Mermaid, without the base path. Its version makes it one whose content never changes. Undefined
 * without the package: then diagrams are shown as their source.
 */
export const MERMAID_ADDRESS = MERMAID_VERSION ? `/api/mermaid/${MERMAID_VERSION}/${ENTRY}` : undefined;

/** Path of the document in which a browser draws the diagrams of answers, without the base path. */
export const DIAGRAM_FRAME_PATH = "/api/diagram";
