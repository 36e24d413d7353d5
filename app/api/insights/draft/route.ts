import { toView } from "@/components/insights/request.ts";
import { methods } from "@/lib/http/methods.ts";
import { ownerEndpoint } from "@/lib/http/owner-endpoint.ts";
import { draftName, toDraft } from "@/lib/insights/draft.ts";
import { groupTexts } from "@/lib/insights/groups.ts";
import { readUnanswered } from "@/lib/insights/texts.ts";

const MAX_TITLE = 500;

/** A new page with what readers asked, as a file to put into the content folder. */
const draft = ownerEndpoint(async ({ query }) => {
  const { scope, period } = toView(query, Date.now());
  const about = String(query.about ?? "").slice(0, MAX_TITLE);
  const groups = query.kind === "question" ? groupTexts(await readUnanswered(scope, period)) : [];
  const questions = groups.find(({ items }) => items.some(({ text }) => text === about))?.items.map(({ text }) => text) ?? [
    about,
  ];
  const name = draftName(about);
  return new Response(toDraft({ title: about, questions }), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="page.mdx"; filename*=UTF-8''${encodeURIComponent(name)}`,
      "Cache-Control": "no-store",
    },
  });
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: draft });
