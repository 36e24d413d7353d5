import type { ReactNode } from "react";
import "../global.css";
import { defaultLanguage } from "@/components/docs/languages.ts";
import { siteMetadata } from "@/components/docs/metadata.ts";
import { Shell } from "@/components/docs/shell.tsx";

export const generateMetadata = siteMetadata;

export default async function Layout({ children }: { children: ReactNode }) {
  return <Shell language={await defaultLanguage()}>{children}</Shell>;
}
