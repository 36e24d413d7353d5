import type { ReactNode } from "react";
import type { ContentProblem } from "../../lib/content/model/notice.ts";

/** Renders a card with a mistake in a file of the content and its place; `children` say what it means for the page. */
export function ProblemCard({ problem, children }: { problem: ContentProblem; children: ReactNode }) {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(":");
  return (
    <div className="mb-6 rounded-(--radius) border border-(--tone-danger)/45 bg-(--tone-danger)/6 px-6 py-5" role="alert">
      <p>{children}</p>
      <p>
        <code>{place}</code>
      </p>
      <pre className="mt-3 overflow-x-auto whitespace-pre-wrap font-mono text-sm">{problem.reason}</pre>
    </div>
  );
}
