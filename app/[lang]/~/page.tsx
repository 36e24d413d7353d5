import { otherLanguages, requireOtherLanguage } from "@/components/docs/languages.ts";
import { LandingPage, landingMetadata } from "@/components/landing/landing.tsx";
import { paramsOfBuild } from "@/lib/routing/requested.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export const revalidate = 30;

export const generateStaticParams = () => paramsOfBuild(listOthers);

async function listOthers() {
  return otherLanguages(await publicSite()).map(({ id }) => ({ lang: id }));
}

export async function generateMetadata({ params }: Props) {
  const site = await publicSite();
  return landingMetadata(site, await requireOtherLanguage(site, params));
}

export default async function Page({ params }: Props) {
  const site = await publicSite();
  return <LandingPage site={site} language={await requireOtherLanguage(site, params)} />;
}
