import { createHash } from "node:crypto";
import { toPolicyHeader } from "@/lib/config/content-policy.ts";

const SCRIPT = `new BroadcastChannel("docent-authorized").postMessage(location.search);
history.replaceState(null, "", location.pathname);
close();`;

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "referrer-policy": "no-referrer",
  "content-security-policy": toPolicyHeader({
    "default-src": ["'none'"],
    "script-src": [`'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`],
    "frame-ancestors": ["'none'"],
  }),
};

export const dynamic = "force-static";

/** Serves the page to which an authorization server sends a reader of the playground back: it hands the answer on and closes. */
export function GET(): Response {
  return new Response(`<!doctype html><title>OAuth 2</title><script>${SCRIPT}</script>`, { headers: HEADERS });
}
