import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { Suspense } from "react";
import { BIG_TITLE, NarrowPage } from "@/components/docs/narrow-page.tsx";
import { Insights } from "@/components/insights/insights.tsx";
import { type InsightsQuery, toView } from "@/components/insights/request.ts";
import { SignIn, SignOut } from "@/components/insights/sign-in.tsx";
import { getConfig, getMainProject } from "@/lib/config/config.ts";
import { findSignedIn, SESSION_COOKIE } from "@/lib/http/owner-endpoint.ts";
import { insightsMessages } from "@/lib/i18n/messages.ts";
import { readDashboard } from "@/lib/insights/dashboard.ts";
import { flushInsights } from "@/lib/insights/insights.ts";
import { ownerSite, publicSite } from "@/lib/site/served/reader-site.ts";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Insights", robots: { index: false, follow: false } };

/** Renders the insights for readers with an account token, or else the form to sign in. */
export default async function Page({ searchParams }: { searchParams: Promise<InsightsQuery> }) {
  const language = getMainProject().defaultLanguage;
  const messages = insightsMessages(language);
  const query = await searchParams;
  const isSignedIn = await findSignedIn(await headers(), (await cookies()).get(SESSION_COOKIE)?.value);
  if (!isSignedIn) {
    return (
      <NarrowPage site={await publicSite()} language={language}>
        <h1 className={BIG_TITLE}>{messages.title}</h1>
        <p className="text-muted">{messages.lead}</p>
        <SignIn messages={messages} failed={failureOf(query)} />
      </NarrowPage>
    );
  }
  return (
    <main id="content" tabIndex={-1} className="mx-auto w-full max-w-(--page-width) px-4 pt-10 pb-24 md:px-6">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="font-display font-(--display-weight) text-3xl">{messages.title}</h1>
          <p className="mt-1 text-muted">{messages.lead}</p>
        </div>
        <SignOut messages={messages} />
      </header>
      {/* The page starts immediately; reading what a busy site has recorded in 90 days takes the store a moment. */}
      <Suspense fallback={<p className="mt-8 text-muted">{messages.loading}</p>}>
        <Signed query={query} />
      </Suspense>
    </main>
  );
}

async function Signed({ query }: { query: InsightsQuery }) {
  const language = getMainProject().defaultLanguage;
  const messages = insightsMessages(language);
  if (!getConfig().insights.enabled) return <p className="mt-8">{messages.off}</p>;
  const now = Date.now();
  const view = toView(query, now);
  await flushInsights(now);
  const [dashboard, site] = await Promise.all([readDashboard(view.scope, view.period, now), ownerSite(view.project.domain)]);
  return <Insights dashboard={dashboard} view={view} site={site} language={language} messages={messages} />;
}

function failureOf({ failed }: InsightsQuery): "token" | "limit" | undefined {
  return failed === "token" || failed === "limit" ? failed : undefined;
}
