import type { ReactNode } from "react";
import { type Finding, placeOf } from "../../lib/finding.ts";

/** Renders a card with a mistake in a file of the content and its place; `children` say what it means for the page. */
export function FindingCard({ finding, children }: { finding: Finding; children: ReactNode }) {
  return (
    <div className="mb-6 rounded-(--radius) border border-(--tone-danger)/45 bg-(--tone-danger)/6 px-6 py-5" role="alert">
      <p>{children}</p>
      <p>
        <code>{placeOf(finding)}</code>
      </p>
      <pre className="mt-3 overflow-x-auto whitespace-pre-wrap font-mono text-sm">{finding.message}</pre>
    </div>
  );
}
