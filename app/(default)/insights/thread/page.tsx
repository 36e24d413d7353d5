import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import Link from "next/link";
import { redirect } from "next/navigation";
import { type InsightsQuery, toInsightsQuery, toView } from "@/components/insights/request.ts";
import { readThread } from "@/lib/assistant/threads/threads.ts";
import { getMainProject } from "@/lib/config/config.ts";
import { findSignedIn, SESSION_COOKIE } from "@/lib/http/owner-endpoint.ts";
import { insightsMessages } from "@/lib/i18n/messages.ts";
import { ServiceError } from "@/lib/service-error.ts";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Insights", robots: { index: false, follow: false } };

/** Renders a stored conversation as plain text: what readers and models wrote is never rendered as Markdown or HTML. */
export default async function Page({ searchParams }: { searchParams: Promise<InsightsQuery> }) {
  if (!(await findSignedIn(await headers(), (await cookies()).get(SESSION_COOKIE)?.value))) redirect("/insights");
  const messages = insightsMessages(getMainProject().defaultLanguage);
  const query = await searchParams;
  const view = toView(query, Date.now());
  const thread = await findThread(view.project.domain, String(query.id));
  return (
    <main id="content" tabIndex={-1} className="mx-auto w-full max-w-176 px-5 pt-10 pb-24">
      <Link
        href={`/insights?${toInsightsQuery(view)}`}
        prefetch={false}
        className="text-accent text-sm underline-offset-4 hover:underline"
      >
        {messages.back}
      </Link>
      <h1 className="mt-3 font-display font-(--display-weight) text-3xl">{messages.conversation}</h1>
      {thread ? null : <p className="mt-6 text-muted">{messages.noThread}</p>}
      <ol className="mt-6 grid gap-5">
        {thread?.items.map(({ id, role, content }) => (
          <li key={id} className="rounded-xl border border-line bg-card px-5 py-4">
            <h2 className="font-semibold text-muted text-sm">{role === "user" ? messages.reader : messages.assistant}</h2>
            <p className="mt-1 whitespace-pre-wrap break-words">{content}</p>
          </li>
        ))}
      </ol>
    </main>
  );
}

async function findThread(domain: string, id: string) {
  try {
    return await readThread(domain, id);
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === "not_found") return undefined;
    throw thrown;
  }
}
