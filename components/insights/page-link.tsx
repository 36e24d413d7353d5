import Link from "next/link";
import type { Site } from "../../lib/content/site/site.ts";

/** Links to a page, or a section of one, by its title while the site still has it. */
export function PageLink({ site, path }: { site: Site; path: string }) {
  const page = site.pages.find((candidate) => candidate.path === path.split("#")[0]);
  const anchor = path.split("#")[1];
  if (!page) return <code>{path}</code>;
  return (
    <Link href={path} prefetch={false} className="font-semibold text-accent underline-offset-4 hover:underline">
      {page.title}
      {anchor ? <span className="font-normal text-muted"> #{anchor}</span> : null}
    </Link>
  );
}
