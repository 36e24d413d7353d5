import { defaultLanguage } from "@/components/docs/languages.ts";
import { LandingPage, landingMetadata } from "@/components/landing/landing.tsx";

export const revalidate = 30;

export const generateMetadata = () => defaultLanguage().then(landingMetadata);

export default async function Page() {
  return <LandingPage language={await defaultLanguage()} />;
}
