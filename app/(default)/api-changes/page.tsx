import { ApiChangesPage, apiChangesMetadata } from "@/components/openapi/api-changes-page.tsx";

export const revalidate = 30;

export const generateMetadata = apiChangesMetadata;

export default function Page() {
  return <ApiChangesPage />;
}
