import type { ReactNode } from "react";
import "../global.css";
import { requireOtherLanguage } from "@/components/docs/languages.ts";
import { siteMetadata } from "@/components/docs/metadata.ts";
import { Shell } from "@/components/docs/shell.tsx";
import { publicSite } from "@/lib/site/served/reader-site.ts";

export const generateMetadata = async () => siteMetadata(await publicSite());

export default async function Layout({ children, params }: { children: ReactNode; params: Promise<{ lang: string }> }) {
  const site = await publicSite();
  return (
    <Shell site={site} language={await requireOtherLanguage(site, params)}>
      {children}
    </Shell>
  );
}
