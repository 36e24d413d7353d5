import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { SIGN_IN_FAULTS, SignInPage } from "@/components/docs/sign-in.tsx";
import { nextPath } from "@/lib/access/reader.ts";
import { getAccess, getConfig, getMainProject } from "@/lib/config/config.ts";
import { withoutBasePath } from "@/lib/content/model/urls.ts";
import { docsMessages } from "@/lib/i18n/messages.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";

export const dynamic = "force-dynamic";

export function generateMetadata(): Metadata {
  return { title: docsMessages(getMainProject().defaultLanguage).signIn.title, robots: { index: false, follow: false } };
}

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

export default async function Page({ searchParams }: Props) {
  const access = getAccess();
  if (!access) notFound();
  const site = await publicSite();
  const { next, failed } = await searchParams;
  return (
    <SignInPage
      site={site}
      language={site.project.defaultLanguage}
      ways={access.signIn}
      next={nextPath(typeof next === "string" ? next : await pathOfLink())}
      failed={SIGN_IN_FAULTS.find((fault) => fault === failed)}
    />
  );
}

/** Returns the page of this site whose link led here. */
async function pathOfLink(): Promise<string | undefined> {
  const asked = await headers();
  const from = URL.parse(asked.get("referer") ?? "");
  return from?.host === asked.get("host") ? withoutBasePath(getConfig().basePath, from?.pathname ?? "") : undefined;
}
