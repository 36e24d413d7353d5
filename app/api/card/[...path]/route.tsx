import { ImageResponse } from "next/og";
import { getConfig, getMainProject } from "@/lib/config/config.ts";
import { currentSite } from "@/lib/content/live.ts";
import { findPageAt } from "@/lib/content/site.ts";

interface Context {
  readonly params: Promise<{ path: string[] }>;
}

/** The picture that stands beside a link to a page: its title and description on the site's colour. */
export async function GET(_: Request, { params }: Context) {
  const project = getMainProject();
  const site = await currentSite(project.domain);
  const page = findPageAt(site, `/${(await params).path.map(encodeURIComponent).join("/")}`)?.page;
  if (!page) return new Response("Not found\n", { status: 404 });
  return new ImageResponse(<Card title={page.title} text={page.description} name={project.name} />, {
    width: 1200,
    height: 630,
    headers: { "cache-control": "public, max-age=3600" },
  });
}

function Card({ title, text, name }: { title: string; text: string; name: string }) {
  const accent = getConfig().theme.accent.light;
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
      <div style={{ display: "flex", marginTop: "auto", fontSize: title.length > 40 ? 64 : 84, color: "#1e1d1a" }}>
        {shorten(title, 90)}
      </div>
      <div style={{ display: "flex", marginTop: 20, fontSize: 34, color: "#5b5850" }}>{shorten(text, 140)}</div>
      <div style={{ display: "flex", marginTop: 48, width: 160, height: 10, background: accent }} />
    </div>
  );
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/\s+\S*$/, "")}…` : text;
}
