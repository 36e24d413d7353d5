import { DocsPage, docsMetadata, listDocs } from "@/components/docs/docs.tsx";
import { defaultLanguage } from "@/components/docs/languages.ts";
import { paramsOfBuild } from "@/lib/routing/requested.ts";

interface Props {
  readonly params: Promise<{ slug?: string[] }>;
}

export const revalidate = 30;

export const generateStaticParams = () => paramsOfBuild(async () => listDocs(await defaultLanguage()));

export async function generateMetadata(props: Props) {
  return docsMetadata(await toRequest(props));
}

export default async function Page(props: Props) {
  return <DocsPage {...(await toRequest(props))} />;
}

async function toRequest({ params }: Props) {
  return { language: await defaultLanguage(), slug: (await params).slug ?? [] };
}
