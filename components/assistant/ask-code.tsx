import { MessageSquare } from "lucide-react";
import { getConfig } from "../../lib/config/config.ts";

/**
 * The button of a code block that takes the code to the assistant; nothing where the assistant is switched off.
 * It needs no code in the browser: `AssistantTrigger` listens for the whole page.
 */
export function AskCode({ label }: { readonly label: string }) {
  if (!getConfig().assistant.enabled) return null;
  return (
    <button type="button" className="code-ask" data-ask-code aria-label={label} title={label}>
      <MessageSquare aria-hidden size={15} />
    </button>
  );
}
