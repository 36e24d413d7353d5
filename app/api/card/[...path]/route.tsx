import { ImageResponse } from "next/og";
import { getConfig, getMainProject } from "@/lib/config/config.ts";
import { sha256 } from "@/lib/content/files.ts";
import type { Page } from "@/lib/content/page.ts";
import { findPageAt } from "@/lib/content/site.ts";
import { enforcePublicLimit } from "@/lib/http/rate-limit.ts";
import { answerRequest } from "@/lib/http/request-context.ts";
import { entityResponse, SharedRenders } from "@/lib/http/shared-renders.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { latestSite } from "@/lib/site/follow.ts";

/** Raised when the same page gets another card than before. */
const FORMAT = 1;
const cards = new SharedRenders({ maxBytes: 16 * 1024 * 1024 });

interface Context {
  readonly params: Promise<{ path: string[] }>;
}

/** The picture shown beside a link to a page: its title and description on the site's colour. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerRequest(request, async (context) => {
    await enforcePublicLimit(context, "card");
    const page = await requirePage((await params).path);
    const card = toCard(page);
    const etag = sha256(JSON.stringify([FORMAT, card]));
    const headers = { "content-type": "image/png", "cache-control": "public, max-age=3600, stale-while-revalidate=86400" };
    return entityResponse(request, { etag, headers }, () => cards.get(etag, () => renderCard(card)));
  });
}

export const HEAD = GET;

async function requirePage(segments: readonly string[]): Promise<Page> {
  const site = await latestSite(getMainProject().domain);
  const page = findPageAt(site, `/${segments.map(encodeURIComponent).join("/")}`)?.page;
  if (!page) throw new ServiceError("not_found", "There is no page at this address, and so no card.");
  return page;
}

interface CardProps {
  readonly title: string;
  readonly text: string;
  readonly name: string;
  readonly accent: string;
}

/** All that a card shows, and so what decides whether it is rendered again. */
function toCard({ title, description }: Page): CardProps {
  const { theme } = getConfig();
  return { title: shorten(title, 90), text: shorten(description, 140), name: getMainProject().name, accent: theme.accent.light };
}

async function renderCard(card: CardProps): Promise<Uint8Array<ArrayBuffer>> {
  const image = new ImageResponse(<Card {...card} />, { width: 1200, height: 630 });
  return new Uint8Array(await image.arrayBuffer());
}

function Card({ title, text, name, accent }: CardProps) {
  return (
    <div style={{ display: "flex", flexDirection: "column", width: "100%", height: "100%", padding: 72, background: "#fbfaf7" }}>
      <div style={{ display: "flex", alignItems: "center", fontSize: 34, color: accent }}>
        <svg width="52" height="52" viewBox="0 0 22 22" fill="none" stroke={accent} strokeLinecap="round" role="presentation">
          <path d="M3 20V10a8 8 0 0 1 16 0v10" strokeWidth="2.2" />
          <circle cx="11" cy="11" r="2.4" fill={accent} stroke="none" />
          <path d="M11 16.4V20" strokeWidth="2.4" />
        </svg>
        <span style={{ marginLeft: 20 }}>{name}</span>
      </div>
      <div style={{ display: "flex", marginTop: "auto", fontSize: title.length > 40 ? 64 : 84, color: "#1e1d1a" }}>{title}</div>
      <div style={{ display: "flex", marginTop: 20, fontSize: 34, color: "#5b5850" }}>{text}</div>
      <div style={{ display: "flex", marginTop: 48, width: 160, height: 10, background: accent }} />
    </div>
  );
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/\s+\S*$/, "")}…` : text;
}
