import { ErrorCodes, errorCodesMetadata } from "@/components/docs/error-codes.tsx";

export const revalidate = 30;

export const generateMetadata = errorCodesMetadata;

export default function Page() {
  return <ErrorCodes />;
}
