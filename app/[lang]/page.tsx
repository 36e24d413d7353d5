import { requireOtherLanguage } from "@/components/docs/other-language.ts";
import { paramsOfBuild } from "@/components/docs/static-params.ts";
import { LandingPage, landingMetadata } from "@/components/landing/landing-page.tsx";
import { getMainProject } from "@/lib/config/config.ts";
import { latestSite } from "@/lib/site/follow.ts";

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export const revalidate = 30;

export const generateStaticParams = () => paramsOfBuild(listOthers);

async function listOthers() {
  const { languages, defaultLanguage } = (await latestSite(getMainProject().domain)).project;
  return languages.filter(({ id }) => id !== defaultLanguage).map(({ id }) => ({ lang: id }));
}

export async function generateMetadata({ params }: Props) {
  return landingMetadata(await requireOtherLanguage(params));
}

export default async function Page({ params }: Props) {
  return <LandingPage language={await requireOtherLanguage(params)} />;
}
