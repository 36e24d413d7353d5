import type { ReactNode } from "react";
import "../../../global.css";
import { EmbedLayout, embedMetadata } from "@/components/embed/embed-page.tsx";
import { publicSite } from "@/lib/site/served/reader-site.ts";

export const dynamic = "force-dynamic";

export const generateMetadata = embedMetadata;

interface Props {
  readonly params: Promise<{ language?: string[] }>;
  readonly children: ReactNode;
}

export default async function Layout(props: Props) {
  return <EmbedLayout site={await publicSite()} {...props} />;
}
