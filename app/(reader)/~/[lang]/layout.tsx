import type { ReactNode } from "react";
import "../../../global.css";
import { headers } from "next/headers";
import { requireLanguage } from "@/components/docs/languages.ts";
import { siteMetadata } from "@/components/docs/metadata.ts";
import { Shell } from "@/components/docs/shell.tsx";
import { browserMark, findReader } from "@/lib/access/reader.ts";
import { siteOfPage } from "../../../reader.ts";

/** Pages of signed-in readers: each is rendered for its request, and kept nowhere. */
export const dynamic = "force-dynamic";

export const generateMetadata = async () => siteMetadata(await siteOfPage());

export default async function Layout({ children, params }: { children: ReactNode; params: Promise<{ lang: string }> }) {
  const site = await siteOfPage();
  return (
    <Shell site={site} reader={browserMark(await findReader(await headers()))} language={await requireLanguage(site, params)}>
      {children}
    </Shell>
  );
}
