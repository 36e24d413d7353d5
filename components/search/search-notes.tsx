// Tested in e2e/search.spec.ts.
import type { Failure } from "../../lib/i18n/failure.ts";
import type { SearchMessages } from "../../lib/i18n/search.ts";

/** Before anything is typed, for a reader without earlier searches. */
export function SearchStart({ messages }: { readonly messages: SearchMessages }) {
  return <Note title={messages.start} lines={messages.startTips} />;
}

/** Nothing was found. */
export function NoResults({ query, messages }: { readonly query: string; readonly messages: SearchMessages }) {
  return <Note title={messages.none(query)} lines={messages.noneTips} />;
}

interface FailureNoteProps {
  readonly failure: Failure;
  readonly messages: SearchMessages;
  readonly onRetry: () => void;
}

/** The search itself failed: what happened, and what helps. */
export function FailureNote({ failure, messages, onRetry }: FailureNoteProps) {
  const { title, howToFix } = messages.failure(failure);
  return (
    <div role="alert">
      <Note title={title} lines={[howToFix]}>
        <button
          type="button"
          onClick={onRetry}
          className="mt-3 min-h-9 rounded-lg bg-accent px-3 font-medium text-on-accent text-sm hover:opacity-90"
        >
          {messages.retry}
        </button>
      </Note>
    </div>
  );
}

interface NoteProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly children?: React.ReactNode;
}

function Note({ title, lines, children }: NoteProps) {
  return (
    <div className="px-4 py-8 text-center">
      <p className="font-medium text-ink wrap-anywhere">{title}</p>
      {lines.map((line) => (
        <p key={line} className="mt-1 text-muted text-sm">
          {line}
        </p>
      ))}
      {children}
    </div>
  );
}
