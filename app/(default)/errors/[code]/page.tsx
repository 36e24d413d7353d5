import { ErrorCode, errorCodeMetadata } from "@/components/docs/error-codes.tsx";
import { SERVICE_ERROR_CODES, type ServiceErrorCode } from "@/lib/service-error.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";

interface Props {
  readonly params: Promise<{ code: string }>;
}

export const revalidate = 30;
export const dynamicParams = false;

export const generateStaticParams = () => SERVICE_ERROR_CODES.map((code) => ({ code }));

export async function generateMetadata({ params }: Props) {
  return errorCodeMetadata((await params).code as ServiceErrorCode);
}

export default async function Page({ params }: Props) {
  return <ErrorCode site={await publicSite()} code={(await params).code as ServiceErrorCode} />;
}
