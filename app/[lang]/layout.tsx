import type { ReactNode } from "react";
import "../global.css";
import { siteMetadata } from "@/components/reading/metadata.ts";
import { Shell } from "@/components/reading/shell.tsx";

export const generateMetadata = siteMetadata;

export default async function Layout({ children, params }: { children: ReactNode; params: Promise<{ lang: string }> }) {
  return <Shell language={(await params).lang}>{children}</Shell>;
}
