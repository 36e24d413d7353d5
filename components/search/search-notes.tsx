import type { SearchMessages } from "../../lib/i18n/browser-messages.ts";
import type { Failure } from "../../lib/i18n/translate.ts";

/** Renders placeholders for the first results, once the wait is noticeable. */
export function ResultsToCome() {
  return (
    <div
      aria-hidden="true"
      data-waiting
      className="grid gap-5 p-3 opacity-100 transition-opacity delay-200 motion-safe:animate-pulse starting:opacity-0"
    >
      {[1, 2, 3].map((place) => (
        <div key={place} className="grid gap-2.5">
          <div className="h-3.5 w-2/5 rounded-sm bg-line" />
          <div className="h-3 w-full rounded-sm bg-sunk" />
          <div className="h-3 w-3/4 rounded-sm bg-sunk" />
        </div>
      ))}
    </div>
  );
}

interface NoResultsProps {
  readonly query: string;
  readonly messages: SearchMessages;
  /** Searches in all versions and languages; undefined when that is done already. */
  readonly onWiden: (() => void) | undefined;
}

/** Words in quotation marks, which a search requires. */
const QUOTED = /["“„«].+["”“»]/;

/** Says that nothing was found, and what to try. */
export function NoResults({ query, messages, onWiden }: NoResultsProps) {
  return (
    <Note title={messages.none(query)} lines={QUOTED.test(query) ? messages.noneQuoted : messages.noneTips}>
      {onWiden ? (
        <button
          type="button"
          onClick={onWiden}
          className="mt-3 min-h-9 rounded-lg border border-line-strong px-3 font-medium text-sm hover:border-ink"
        >
          {messages.searchEverywhere}
        </button>
      ) : null}
    </Note>
  );
}

interface FailureNoteProps {
  readonly failure: Failure;
  readonly messages: SearchMessages;
  readonly onRetry: () => void;
}

/** Says that the search itself failed, and what to try. */
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
