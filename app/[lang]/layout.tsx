import type { ReactNode } from "react";
import "../global.css";
import { requireOtherLanguage } from "@/components/docs/languages.ts";
import { siteMetadata } from "@/components/docs/metadata.ts";
import { Shell } from "@/components/docs/shell.tsx";

export const generateMetadata = siteMetadata;

export default async function Layout({ children, params }: { children: ReactNode; params: Promise<{ lang: string }> }) {
  return <Shell language={await requireOtherLanguage(params)}>{children}</Shell>;
}
