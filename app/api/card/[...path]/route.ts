import type { Card } from "@/lib/cards/card.ts";
import { renderCard, toDrawable } from "@/lib/cards/cards.ts";
import { getConfig, getMainProject } from "@/lib/config/config.ts";
import { sha256 } from "@/lib/content/model/content-file.ts";
import type { Page } from "@/lib/content/model/page.ts";
import { fromNamedPath } from "@/lib/content/model/urls.ts";
import { findPageAt } from "@/lib/content/site/site.ts";
import { entityResponse, SharedRenders } from "@/lib/http/file-response.ts";
import { enforcePublicLimit } from "@/lib/http/rate-limit.ts";
import { answerRequest } from "@/lib/http/request-context.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { type BrandImage, readBrand } from "@/lib/site/served/look.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";

/** Bump it when the same page gets a different card than before. */
const FORMAT = 3;
const cards = new SharedRenders({ maxBytes: 16 * 1024 * 1024 });

interface Context {
  readonly params: Promise<{ path: string[] }>;
}

/** Returns the picture shown beside a link to a page: its title and description on the site's colour. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerRequest(request, async (context) => {
    await enforcePublicLimit(context, "card");
    const page = await requirePage((await params).path);
    const logo = (await readBrand())?.light;
    const { name, description } = getMainProject();
    const card = toDrawable(toCard(page, logo), { ...toCard({ title: name, description }, logo), name: "" });
    const etag = sha256(JSON.stringify([FORMAT, card]));
    const headers = { "content-type": "image/png", "cache-control": "public, max-age=3600, stale-while-revalidate=86400" };
    return entityResponse(request, { etag, headers }, () => cards.get(etag, () => renderCard(card)));
  });
}

export const HEAD = GET;

async function requirePage(segments: readonly string[]): Promise<Page> {
  const site = await publicSite();
  const page = findPageAt(site, fromNamedPath(`/${segments.map(encodeURIComponent).join("/")}`))?.page;
  if (!page) throw new ServiceError("not_found", "There is no page at this address, so it has no card.");
  return page;
}

function toCard({ title, description }: Pick<Page, "title" | "description">, logo: BrandImage | undefined): Card {
  const { theme, logo: settings } = getConfig();
  const name = logo && settings?.showName === false ? "" : getMainProject().name;
  const picture = logo && { data: logo.data, size: logo.size };
  return {
    title: shorten(title.normalize(), 90),
    text: shorten(description.normalize(), 140),
    name,
    accent: theme.accent.light,
    logo: picture,
  };
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/\s+\S*$/, "")}…` : text;
}
