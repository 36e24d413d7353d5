import type { Metadata } from "next";
import { headers } from "next/headers";
import { after } from "next/server";
import "./global.css";
import { NotFound } from "@/components/docs/not-found.tsx";
import { getConfig, getEnvironment, getMainProject } from "@/lib/config/config.ts";
import { localeOf, withoutBasePath } from "@/lib/content/model/urls.ts";
import { findClientAddress, toAddressBlock } from "@/lib/http/node-server.ts";
import { flushInsights, recordMissing } from "@/lib/insights/insights.ts";
import { visitOf } from "@/lib/insights/kinds.ts";
import { requestedPathHeader } from "@/lib/routing/routing.ts";
import { siteOfReader } from "./reader.ts";

export function generateMetadata(): Metadata {
  return { title: `404 · ${getMainProject().name}`, robots: { index: false } };
}

export default async function GlobalNotFound() {
  const asked = await headers();
  const path = asked.get(requestedPathHeader);
  if (path !== null) await noteMissing(asked, path);
  return <NotFound site={await siteOfReader(asked)} path={path ?? "/"} />;
}

/** Records a URL without a page, with the page of this site or the host that linked to it. */
async function noteMissing(asked: Headers, path: string): Promise<void> {
  const { project } = await siteOfReader(asked);
  const visit = visitOf(
    { headers: asked },
    { address: toAddressBlock(findClientAddress(asked)), project, ...localeOf(project, path) },
  );
  if (!visit) return;
  recordMissing(visit, { path, from: referrerOf(asked) });
  if (getEnvironment().onVercel) after(() => flushInsights());
}

function referrerOf(asked: Headers): string {
  const referrer = URL.parse(asked.get("referer") ?? "");
  if (!referrer) return "";
  const isOwn = referrer.host === asked.get("host") || referrer.host === new URL(getMainProject().siteUrl).host;
  return isOwn ? withoutBasePath(getConfig().basePath, referrer.pathname) : referrer.host;
}
