import { LandingPage, landingMetadata } from "@/components/landing/landing-page.tsx";
import { getMainProject } from "@/lib/config/config.ts";

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export const revalidate = 30;

export function generateStaticParams() {
  const { languages, defaultLanguage } = getMainProject();
  return languages.filter(({ id }) => id !== defaultLanguage).map(({ id }) => ({ lang: id }));
}

export async function generateMetadata({ params }: Props) {
  return landingMetadata((await params).lang);
}

export default async function Page({ params }: Props) {
  return <LandingPage language={(await params).lang} />;
}
