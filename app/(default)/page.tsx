import { LandingPage, landingMetadata } from "@/components/landing/landing-page.tsx";
import { getMainProject } from "@/lib/config/config.ts";
import { latestSite } from "@/lib/site/follow.ts";

export const revalidate = 30;

export const generateMetadata = () => defaultLanguage().then(landingMetadata);

export default async function Page() {
  return <LandingPage language={await defaultLanguage()} />;
}

async function defaultLanguage() {
  return (await latestSite(getMainProject().domain)).project.defaultLanguage;
}
