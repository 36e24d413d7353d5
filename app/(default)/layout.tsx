import type { ReactNode } from "react";
import "../global.css";
import { siteMetadata } from "@/components/docs/metadata.ts";
import { Shell } from "@/components/docs/shell.tsx";
import { getMainProject } from "@/lib/config/config.ts";
import { latestSite } from "@/lib/site/follow.ts";

export const generateMetadata = siteMetadata;

export default async function Layout({ children }: { children: ReactNode }) {
  const { project } = await latestSite(getMainProject().domain);
  return <Shell language={project.defaultLanguage}>{children}</Shell>;
}
