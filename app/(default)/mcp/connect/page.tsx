import { notFound } from "next/navigation";
import { Connect, connectMetadata } from "@/components/docs/connect.tsx";
import { getConfig } from "@/lib/config/config.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";

export const revalidate = 30;

export const generateMetadata = connectMetadata;

export default async function Page() {
  if (!getConfig().mcp.enabled) notFound();
  return <Connect site={await publicSite()} />;
}
