import { requireLanguage } from "@/components/docs/languages.ts";
import { LandingPage, landingMetadata } from "@/components/landing/landing.tsx";
import { siteOfPage } from "../../../reader.ts";

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: Props) {
  const site = await siteOfPage();
  return landingMetadata(site, await requireLanguage(site, params));
}

export default async function Page({ params }: Props) {
  const site = await siteOfPage();
  return <LandingPage site={site} language={await requireLanguage(site, params)} />;
}
