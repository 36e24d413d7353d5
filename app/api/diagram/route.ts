import { createHash } from "node:crypto";
import { diagramFrameScript } from "@/components/mdx/diagram-frame.ts";
import { getConfig } from "@/lib/config/config.ts";
import { toPolicyHeader } from "@/lib/config/content-policy.ts";
import { ENTRY } from "@/lib/content/output/mermaid-address.ts";

/** The configuration at start may differ from that of the build. */
export const dynamic = "force-dynamic";

const script = diagramFrameScript(ENTRY).replaceAll("</", "<\\/");
const html = `<!doctype html><meta charset="utf-8"><title>Diagram</title><style>body{margin:0}</style><script>${script}</script><body>`;
const hash = createHash("sha256").update(script).digest("base64");

/**
 * Returns the document that draws the diagrams of answers. It runs one script and Mermaid, and sends
 * no request to any host.
 */
export async function GET(): Promise<Response> {
  const policy = toPolicyHeader({
    "default-src": ["'none'"],
    // Files of Mermaid come from the page around it, as text.
    "script-src": [`'sha256-${hash}'`, "blob:"],
    "style-src": ["'unsafe-inline'"],
    "font-src": ["data:"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'self'", ...getConfig().assistant.embed.origins],
    sandbox: ["allow-scripts"],
  });
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-cache",
      "x-dns-prefetch-control": "off",
    },
  });
}
