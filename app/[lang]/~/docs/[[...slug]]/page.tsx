import { DocsPage, docsMetadata, listDocs } from "@/components/docs/docs.tsx";
import { otherLanguages, requireOtherLanguage } from "@/components/docs/languages.ts";
import { paramsOfBuild } from "@/lib/routing/requested.ts";

interface Props {
  readonly params: Promise<{ lang: string; slug?: string[] }>;
}

export const revalidate = 30;

export const generateStaticParams = () => paramsOfBuild(listOthers);

async function listOthers() {
  const others = await otherLanguages();
  const lists = await Promise.all(others.map(async ({ id }) => (await listDocs(id)).map(({ slug }) => ({ lang: id, slug }))));
  return lists.flat();
}

export async function generateMetadata(props: Props) {
  return docsMetadata(await toRequest(props));
}

export default async function Page(props: Props) {
  return <DocsPage {...(await toRequest(props))} />;
}

async function toRequest({ params }: Props) {
  return { language: await requireOtherLanguage(params), slug: (await params).slug ?? [] };
}
