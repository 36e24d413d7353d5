import { LifeBuoy } from "lucide";
import { useEffect, useId, useRef, useState } from "react";
import type { AssistantMessages } from "../../lib/i18n/browser-messages.ts";
import type { SiteScope } from "../site-scope.ts";
import { takesSupportRequests } from "../site-token.ts";
import { PAGE_ACTION } from "../ui/button.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { sendToSupport } from "./conversation.ts";
import type { PanelMessage } from "./panel-message.ts";
import { toMailAddress, toMailText, toSentText } from "./support-text.ts";

interface SupportProps {
  readonly question: string;
  /** The answer that did not help. */
  readonly answer: PanelMessage;
  /** Address of the page that the reader is on. */
  readonly page: string;
  readonly site: SiteScope;
  readonly messages: AssistantMessages;
}

/** Offers to hand a question over to the owner's support, by the site itself or from the reader's mail. The reader sees all that is sent. */
export function SupportForm(props: SupportProps) {
  const { site, answer, messages } = props;
  const [isOpen, setOpen] = useState(false);
  const sends = useSends(site) && answer.metadata?.threadId !== undefined;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    // Its button is gone, and with it the focus.
    form.current?.querySelector<HTMLElement>(":read-write")?.focus({ preventScroll: true });
    void form.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  if (!sends && !site.support) return null;
  if (!isOpen)
    return (
      <button type="button" className={`${PAGE_ACTION} mt-2`} onClick={() => setOpen(true)}>
        <LucideSvg icon={LifeBuoy} size={15} />
        {messages.supportSend}
      </button>
    );
  return (
    <div ref={form} className="mt-2 rounded-lg border border-line bg-card p-3">
      {sends ? <SentBySite {...props} /> : <SentByReader {...props} support={site.support ?? ""} />}
    </div>
  );
}

/** Returns true once the service has said that it sends questions to support. It is asked where an answer may need that, and nowhere else. */
function useSends(site: SiteScope): boolean {
  const [sends, setSends] = useState(false);
  useEffect(() => {
    let isShown = true;
    void takesSupportRequests(site).then((known) => isShown && setSends(known));
    return () => {
      isShown = false;
    };
  }, [site]);
  return sends;
}

const BUTTON = "inline-flex min-h-8 items-center rounded-md bg-accent px-3 font-medium text-on-accent text-sm no-underline";
const FIELD = "my-1.5 block w-full rounded-md border border-line-strong bg-paper px-2.5 py-1.5 text-sm";

/** The service makes the text of the thread, so that it can be added to by an address alone. */
function SentBySite({ question, answer, page, site, messages }: SupportProps) {
  const id = useId();
  const [email, setEmail] = useState("");
  const [state, setState] = useState<"open" | "sending" | "sent" | "failed">("open");
  const send = async () => {
    setState("sending");
    setState((await sendToSupport(site, answer, email.trim())) ? "sent" : "failed");
  };
  if (state === "sent")
    return (
      <p role="status" tabIndex={-1} ref={(note) => note?.focus({ preventScroll: true })} className="text-sm outline-none">
        {messages.supportSent}
      </p>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (state !== "sending") void send();
      }}
    >
      <label htmlFor={id} className="font-medium text-sm">
        {messages.supportPreview}
      </label>
      <textarea id={id} readOnly value={toSentText({ question, answer, page }, email)} rows={6} className={FIELD} />
      <label htmlFor={`${id}-email`} className="font-medium text-sm">
        {messages.supportEmail}
      </label>
      <input
        id={`${id}-email`}
        type="email"
        autoComplete="email"
        maxLength={254}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        className={FIELD}
      />
      <button type="submit" aria-disabled={state === "sending"} className={BUTTON}>
        {messages.supportSend}
      </button>
      {state === "failed" && (
        <p role="alert" className="mt-2 text-(--tone-danger) text-sm">
          {messages.supportFailed}
        </p>
      )}
    </form>
  );
}

function SentByReader({ support, messages, ...asked }: SupportProps & { readonly support: string }) {
  const id = useId();
  const [text, setText] = useState(() => toMailText(asked));
  return (
    <>
      <label htmlFor={id} className="font-medium text-sm">
        {messages.supportShown}
      </label>
      <textarea id={id} value={text} onChange={({ target }) => setText(target.value)} rows={7} className={`${FIELD} resize-y`} />
      {/^https:/.test(support) ? (
        <a className={BUTTON} href={support} target="_blank" rel="noopener" onClick={() => void copy(text)}>
          {messages.supportPage}
        </a>
      ) : (
        <a className={BUTTON} href={toMailAddress(support, text)}>
          {messages.supportMail}
        </a>
      )}
    </>
  );
}

/** Copies for a form elsewhere. Without permission the reader still sees the text, and can take it from the field. */
function copy(text: string): Promise<void> {
  return navigator.clipboard.writeText(text).catch(() => {});
}
