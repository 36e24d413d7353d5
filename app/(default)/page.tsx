import { LandingPage, landingMetadata } from "@/components/landing/landing.tsx";
import { publicSite } from "@/lib/site/served/reader-site.ts";

export const revalidate = 30;

export async function generateMetadata() {
  const site = await publicSite();
  return landingMetadata(site, site.project.defaultLanguage);
}

export default async function Page() {
  const site = await publicSite();
  return <LandingPage site={site} language={site.project.defaultLanguage} />;
}
