import { DocsPage, docsMetadata } from "@/components/docs/docs.tsx";
import { listRequested, paramsOfBuild } from "@/lib/routing/requested.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";

interface Props {
  readonly params: Promise<{ slug?: string[] }>;
}

export const revalidate = 30;

export const generateStaticParams = () =>
  paramsOfBuild(async () => {
    const site = await publicSite();
    return listRequested(site, site.project.defaultLanguage);
  });

export async function generateMetadata(props: Props) {
  return docsMetadata(await toRequest(props));
}

export default async function Page(props: Props) {
  return <DocsPage {...(await toRequest(props))} />;
}

async function toRequest({ params }: Props) {
  const site = await publicSite();
  return { site, language: site.project.defaultLanguage, slug: (await params).slug ?? [] };
}
