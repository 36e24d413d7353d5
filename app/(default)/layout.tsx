import type { ReactNode } from "react";
import "../global.css";
import { siteMetadata } from "@/components/docs/metadata.ts";
import { Shell } from "@/components/docs/shell.tsx";
import { getMainProject } from "@/lib/config/config.ts";

export const generateMetadata = siteMetadata;

export default function Layout({ children }: { children: ReactNode }) {
  return <Shell language={getMainProject().defaultLanguage}>{children}</Shell>;
}
