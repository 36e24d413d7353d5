import { LandingPage, landingMetadata } from "@/components/landing/landing-page.tsx";
import { getMainProject } from "@/lib/config/config.ts";

export const revalidate = 30;

export const generateMetadata = () => landingMetadata(getMainProject().defaultLanguage);

export default function Page() {
  return <LandingPage language={getMainProject().defaultLanguage} />;
}
