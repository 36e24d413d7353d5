import { LifeBuoy } from "lucide";
import { useEffect, useId, useRef, useState } from "react";
import type { AssistantMessages } from "../../lib/i18n/browser-messages.ts";
import { PAGE_ACTION } from "../ui/button.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { toMailAddress } from "./support-text.ts";

interface SupportFormProps {
  /** An email address, or the https address of a page. */
  readonly support: string;
  /** All that is sent, unless the reader changes it. */
  readonly text: string;
  readonly messages: AssistantMessages;
}

/** Offers to hand a question over to the owner's support. The reader sees all that is sent, may change it, and sends it from their mail. */
export function SupportForm({ support, text, messages }: SupportFormProps) {
  const id = useId();
  const [shown, setShown] = useState<string>();
  const form = useRef<HTMLDivElement>(null);
  const isOpen = shown !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    // Its button is gone, and with it the focus.
    form.current?.querySelector("textarea")?.focus({ preventScroll: true });
    void form.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  if (!isOpen)
    return (
      <button type="button" className={`${PAGE_ACTION} mt-2`} onClick={() => setShown(text)}>
        <LucideSvg icon={LifeBuoy} size={15} />
        {messages.supportSend}
      </button>
    );
  const isPage = /^https:/.test(support);
  const style = "inline-flex min-h-8 items-center rounded-md bg-accent px-3 font-medium text-on-accent text-sm no-underline";
  return (
    <div ref={form} className="mt-2 rounded-lg border border-line bg-card p-3">
      <label htmlFor={id} className="font-medium text-sm">
        {messages.supportShown}
      </label>
      <textarea
        id={id}
        value={shown}
        onChange={({ target }) => setShown(target.value)}
        rows={7}
        className="my-1.5 block w-full resize-y rounded-md border border-line-strong bg-paper px-2.5 py-1.5 text-sm"
      />
      {isPage ? (
        <a className={style} href={support} target="_blank" rel="noopener" onClick={() => void copy(shown)}>
          {messages.supportPage}
        </a>
      ) : (
        <a className={style} href={toMailAddress(support, shown)}>
          {messages.supportMail}
        </a>
      )}
    </div>
  );
}

/** Copies for a form elsewhere. Without permission the reader still sees the text, and can take it from the field. */
function copy(text: string): Promise<void> {
  return navigator.clipboard.writeText(text).catch(() => {});
}
