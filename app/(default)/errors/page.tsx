import { ErrorCodes, errorCodesMetadata } from "@/components/docs/error-codes.tsx";
import { publicSite } from "@/lib/site/served/reader-site.ts";

export const revalidate = 30;

export const generateMetadata = errorCodesMetadata;

export default async function Page() {
  return <ErrorCodes site={await publicSite()} />;
}
