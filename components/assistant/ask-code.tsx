import { getConfig } from "../../lib/config/config.ts";

/**
 * The button of a code block that takes the code to the assistant; nothing where the assistant is switched off.
 * It needs no code in the browser: `AssistantTrigger` listens for the whole page.
 */
export function AskCode({ label }: { readonly label: string }) {
  if (!getConfig().assistant.enabled) return null;
  return (
    <button type="button" className="code-ask" data-ask-code aria-label={label} title={label}>
      <svg aria-hidden="true" viewBox="0 0 24 24" width="15" height="15" fill="none" stroke="currentColor" strokeWidth="2">
        <path d="M4 5h16v11H9.5L5 20v-4H4z" strokeLinejoin="round" />
      </svg>
    </button>
  );
}
