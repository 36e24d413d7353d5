import { otherLanguages, requireOtherLanguage } from "@/components/docs/languages.ts";
import { LandingPage, landingMetadata } from "@/components/landing/landing.tsx";
import { paramsOfBuild } from "@/lib/routing/requested.ts";

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export const revalidate = 30;

export const generateStaticParams = () => paramsOfBuild(listOthers);

async function listOthers() {
  return (await otherLanguages()).map(({ id }) => ({ lang: id }));
}

export async function generateMetadata({ params }: Props) {
  return landingMetadata(await requireOtherLanguage(params));
}

export default async function Page({ params }: Props) {
  return <LandingPage language={await requireOtherLanguage(params)} />;
}
