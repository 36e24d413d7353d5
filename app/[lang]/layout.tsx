import type { ReactNode } from "react";
import "../global.css";
import { siteMetadata } from "@/components/docs/metadata.ts";
import { requireOtherLanguage } from "@/components/docs/other-language.ts";
import { Shell } from "@/components/docs/shell.tsx";

export const generateMetadata = siteMetadata;

export default async function Layout({ children, params }: { children: ReactNode; params: Promise<{ lang: string }> }) {
  return <Shell language={await requireOtherLanguage(params)}>{children}</Shell>;
}
