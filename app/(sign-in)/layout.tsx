import type { ReactNode } from "react";
import "../global.css";
import { siteMetadata } from "@/components/docs/metadata.ts";
import { Shell } from "@/components/docs/shell.tsx";
import { publicSite } from "@/lib/site/served/reader-site.ts";

export const dynamic = "force-dynamic";

export const generateMetadata = async () => siteMetadata(await publicSite());

export default async function Layout({ children }: { children: ReactNode }) {
  const site = await publicSite();
  return (
    <Shell site={site} language={site.project.defaultLanguage}>
      {children}
    </Shell>
  );
}
