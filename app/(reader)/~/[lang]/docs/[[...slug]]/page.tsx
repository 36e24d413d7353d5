import { DocsPage, docsMetadata } from "@/components/docs/docs.tsx";
import { requireLanguage } from "@/components/docs/languages.ts";
import { siteOfPage } from "../../../../../reader.ts";

interface Props {
  readonly params: Promise<{ lang: string; slug?: string[] }>;
}

export const dynamic = "force-dynamic";

export async function generateMetadata(props: Props) {
  return docsMetadata(await toRequest(props));
}

export default async function Page(props: Props) {
  return <DocsPage {...(await toRequest(props))} />;
}

async function toRequest({ params }: Props) {
  const site = await siteOfPage();
  return { site, language: await requireLanguage(site, params), slug: (await params).slug ?? [] };
}
