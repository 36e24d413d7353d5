/** The part of Mermaid that draws. Described here, since a site may take the package out. */
export interface Mermaid {
  readonly initialize: (settings: Readonly<Record<string, unknown>>) => void;
  readonly render: (id: string, text: string) => Promise<{ readonly svg: string }>;
}

/** A diagram to draw, with what it takes from the page around it, as plain data. */
export interface DiagramJob {
  readonly source: string;
  readonly isDark: boolean;
  readonly fontFamily: string;
  /** Colours by their names in Mermaid's base theme. */
  readonly colours: Readonly<Record<string, string>>;
  /** Font faces as CSS, with their files inside. */
  readonly fonts: string;
}

/**
 * Returns a diagram as an SVG document, which loads nothing; throws for a source with a mistake. It also runs as text in the frame
 * of diagram-frame.ts, so it uses nothing from outside of itself.
 */
export async function renderDiagram(mermaid: Mermaid, job: DiagramJob): Promise<string> {
  const { source, isDark, fontFamily, colours, fonts } = job;
  // Settings that the text of a diagram may not change: what decides on HTML, links and style sheets.
  const secure = [
    ...["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering", "dompurifyConfig"],
    ...["htmlLabels", "themeCSS", "fontFamily", "altFontFamily"],
  ];
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    htmlLabels: false,
    secure,
    // Of every kind of diagram: Mermaid's own choice is not sent to readers (lib/content/output/mermaid.ts).
    layout: "dagre",
    state: { layout: "dagre" } as object,
    theme: "base",
    // Flat: no shadows, and borders of one colour. A label hides the line that it is on.
    look: "classic",
    themeVariables: { darkMode: isDark, useGradient: false, dropShadow: "none", ...colours },
    themeCSS: `.edgeLabel rect{opacity:1!important}.cluster-label text{paint-order:stroke;stroke:${colours.secondaryColor};stroke-width:5px}`,
    fontFamily,
    suppressErrorRendering: true,
  });
  // Without requests for the ELK layout.
  const text = source.replace(/^(\s*flowchart)-elk\b/m, "$1").replace(/(\blayout["']?\s*:\s*["']?)elk\b[\w.]*/g, "$1dagre");
  const { svg } = await mermaid.render(`diagram-${crypto.getRandomValues(new Uint32Array(1))[0]}`, text);
  // As XML, where every element is closed, since an image is XML.
  const root = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (!root) return svg;
  // The title of a group is above the lines that lead into it.
  for (const title of root.querySelectorAll(".cluster > .cluster-label")) title.closest(".root")?.append(title);
  // Without HTML, Mermaid writes the name of a state at the left of its box.
  for (const name of root.querySelectorAll(".statediagram-state > .label")) {
    name.setAttribute("text-anchor", "middle");
    name.setAttribute("transform", (name.getAttribute("transform") ?? "").replace(/\(\s*[-\d.]+/, "(0"));
  }
  root.append(Object.assign(document.createElementNS(root.namespaceURI, "style"), { textContent: fonts }));
  return new XMLSerializer().serializeToString(root);
}
