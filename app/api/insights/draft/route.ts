import { toView } from "@/components/insights/request.ts";
import { methods } from "@/lib/http/methods.ts";
import { ownerEndpoint } from "@/lib/http/owner-endpoint.ts";
import { type AskedText, draftFile, questionsFile } from "@/lib/insights/draft.ts";
import { groupTexts } from "@/lib/insights/groups.ts";
import type { Period, Scope } from "@/lib/insights/period.ts";
import { readSearches, readUnanswered } from "@/lib/insights/texts.ts";

const MAX_TITLE = 500;
const MAX_SEARCHES = 200;

/** A new page with what readers asked, or tests of the docs with the same, as a file to put into the content folder. */
const draft = ownerEndpoint(async ({ query }) => {
  const { scope, period } = toView(query, Date.now());
  const about = String(query.about ?? "").slice(0, MAX_TITLE);
  const kind = query.kind === "search" ? "search" : "question";
  const found = await findAsked(about, String(query.kind), { scope, period });
  const asked = found.length > 0 ? found : [{ text: about, language: "", version: "" }];
  const file =
    query.as === "questions"
      ? questionsFile(kind, about, asked)
      : draftFile({ title: about, questions: kind === "search" ? [about] : asked.map(({ text }) => text) });
  const name = file.name.slice(file.name.lastIndexOf("/") + 1);
  const fallback = query.as === "questions" ? "questions.yaml" : "page.mdx";
  return new Response(file.text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fallback}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      "Cache-Control": "no-store",
    },
  });
});

async function findAsked(about: string, kind: string, { scope, period }: { scope: Scope; period: Period }): Promise<AskedText[]> {
  if (kind === "search") {
    const searches = await readSearches(scope, period, { failed: true, limit: MAX_SEARCHES });
    return searches.filter(({ text }) => text === about);
  }
  const groups = kind === "question" ? groupTexts(await readUnanswered(scope, period)) : [];
  return [...(groups.find(({ items }) => items.some(({ text }) => text === about))?.items ?? [])];
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: draft });
