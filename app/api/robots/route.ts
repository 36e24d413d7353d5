import { createHash } from "node:crypto";
import { textResponse } from "@/lib/http/file-response.ts";
import { answerRequest } from "@/lib/http/request-context.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";
import { readRobots } from "@/lib/site/served/robots.ts";

/** Serves `/robots.txt`, which proxy.ts leads here, so that the owner's file may have any place. */
export function GET(request: Request): Promise<Response> {
  return answerRequest(request, async () => {
    const text = await readRobots(await publicSite());
    const version = createHash("sha256").update(text).digest("hex");
    return textResponse(request, { text, type: "text/plain; charset=utf-8", version });
  });
}

export const HEAD = GET;
