import type { NextRequest, NextResponse } from "next/server";
import { importAsWritten } from "./lib/import-as-written.ts";

export const config = {
  // Next wants a text here, which internal/scripts/proxy-matcher.ts writes from lib/engine-paths.ts. It leaves out the engine's
  // endpoints alone, each by its whole address: no page is among them.
  matcher: [
    "/((?!(?:v1(?:/.*)?|v2(?:/.*)?|mcp|api/api-changes|api/authorized|api/card/.+|api/content/.+|api/diagram|api/icon|api/insights|api/insights/session|api/internal/changes|api/internal/revalidate|api/mcp/[^/]+|api/mermaid/.+|api/metrics|api/page-feedback|api/reader/[^/]+|api/robots|api/site-token|api/skills/.+|api/text/[^/]+/.+|api/try|_next/static/.+|_next/image)$).*)",
  ],
};

/** Answers what the content decides, and lets the router answer all else. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { routeRequest } =
    process.env.NODE_ENV === "development"
      ? await importAsWritten<typeof import("./app/route-request.ts")>("app/route-request.ts")
      : await import("./app/route-request.ts");
  return routeRequest(request);
}
