import { getConfig, getMainProject } from "@/lib/config/config.ts";
import { styleVersion, toServedStyle } from "@/lib/content/files/styles.ts";
import { belowBasePath } from "@/lib/content/model/address.ts";
import { hasAsset } from "@/lib/content/site/site.ts";
import { fileResponse, textResponse } from "@/lib/http/file-response.ts";
import { answerRequest } from "@/lib/http/request-context.ts";
import { openAsset } from "@/lib/site/served/assets.ts";
import { nothingHere, siteOfRequest } from "../../../reader.ts";

interface Context {
  readonly params: Promise<{ path: string[] }>;
}

/** Returns a picture, a style sheet or another file of the content folder; proxy.ts leads its address here. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerRequest(request, async (context) => {
    const name = toName((await params).path);
    const project = getMainProject();
    const site = await siteOfRequest(context);
    const style = site.styles?.find(({ path }) => path === name);
    if (style) {
      const text = belowBasePath(toServedStyle(style.text), getConfig().basePath);
      return textResponse(request, { text, type: "text/css; charset=utf-8", version: styleVersion(style) });
    }
    const asset = name !== undefined && hasAsset(site, name) ? await openAsset(project, name) : undefined;
    if (!asset) throw nothingHere(site, "There is no file at this address.");
    return fileResponse(request, asset);
  });
}

/** Returns undefined for a path that cannot be decoded, such as one with a stray %. */
function toName(path: readonly string[]): string | undefined {
  try {
    return path.map(decodeURIComponent).join("/");
  } catch {
    return undefined;
  }
}

export const HEAD = GET;
