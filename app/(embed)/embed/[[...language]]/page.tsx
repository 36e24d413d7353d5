import { EmbedPage } from "@/components/embed/embed-page.tsx";
import { publicSite } from "@/lib/site/served/reader-site.ts";

interface Props {
  readonly params: Promise<{ language?: string[] }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page(props: Props) {
  return <EmbedPage site={await publicSite()} {...props} />;
}
