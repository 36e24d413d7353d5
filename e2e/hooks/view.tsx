import { createRoot } from "react-dom/client";

/** Address of the assistant, set before the page's script runs. */
export interface PageSettings {
  readonly endpoint: string;
  readonly token: string;
  readonly fp: string;
  /** The conversation that the page begins with, in the shape of its SDK. */
  readonly messages: readonly object[];
}

/** Actions of a test on the hook of a page; each page has its own SDK behind it. */
export interface Chat {
  /** The messages as the hook keeps them. */
  readonly messages: readonly { readonly parts: readonly unknown[] }[];
  readonly send: (text: string, attachments?: readonly Attachment[]) => void;
  readonly again: () => void;
  readonly stop: () => void;
}

/** A file that goes with a question. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly url: string;
}

declare global {
  interface Window {
    settings: PageSettings;
    chat: Chat;
  }
}

interface Shown {
  readonly status: string;
  readonly error: Error | undefined;
  readonly messages: readonly ShownMessage[];
}

interface ShownMessage {
  readonly id: string;
  readonly role: string;
  readonly text: string;
  readonly sources: readonly { readonly url: string; readonly title?: string | undefined }[];
}

/** Shows all that a hook tells. */
export function View({ status, error, messages }: Shown) {
  return (
    <main>
      <p role="status">{status}</p>
      {error && <p role="alert">{error.message}</p>}
      {messages.map(({ id, role, text, sources }) => (
        <article key={id} aria-label={role}>
          <p>{text}</p>
          {sources.map(({ url, title }) => (
            <a key={url} href={url}>
              {title}
            </a>
          ))}
        </article>
      ))}
    </main>
  );
}

/** Starts a page. */
export function render(Page: () => React.ReactNode): void {
  const root = document.createElement("div");
  document.body.append(root);
  createRoot(root).render(<Page />);
}
