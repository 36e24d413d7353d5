import { ApiChangesPage, apiChangesMetadata } from "@/components/openapi/api-changes-page.tsx";
import { siteOfPage } from "../../../../reader.ts";

export const dynamic = "force-dynamic";

export const generateMetadata = apiChangesMetadata;

export default async function Page() {
  return <ApiChangesPage site={await siteOfPage()} />;
}
