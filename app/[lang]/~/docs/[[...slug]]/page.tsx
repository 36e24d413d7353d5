import { DocsPage, docsMetadata } from "@/components/docs/docs.tsx";
import { otherLanguages, requireOtherLanguage } from "@/components/docs/languages.ts";
import { listRequested, paramsOfBuild } from "@/lib/routing/requested.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";

interface Props {
  readonly params: Promise<{ lang: string; slug?: string[] }>;
}

export const revalidate = 30;

export const generateStaticParams = () => paramsOfBuild(listOthers);

async function listOthers() {
  const site = await publicSite();
  return otherLanguages(site).flatMap(({ id }) => listRequested(site, id).map(({ slug }) => ({ lang: id, slug })));
}

export async function generateMetadata(props: Props) {
  return docsMetadata(await toRequest(props));
}

export default async function Page(props: Props) {
  return <DocsPage {...(await toRequest(props))} />;
}

async function toRequest({ params }: Props) {
  const site = await publicSite();
  return { site, language: await requireOtherLanguage(site, params), slug: (await params).slug ?? [] };
}
