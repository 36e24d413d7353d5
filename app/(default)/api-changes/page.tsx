import { ApiChangesPage, apiChangesMetadata } from "@/components/openapi/api-changes-page.tsx";
import { publicSite } from "@/lib/site/served/reader-site.ts";

export const revalidate = 30;

export const generateMetadata = apiChangesMetadata;

export default async function Page() {
  return <ApiChangesPage site={await publicSite()} />;
}
