import { languageOf } from "../../lib/i18n/i18n.ts";

interface MessageProps<Messages extends object> {
  readonly of: Messages;
  readonly name: keyof Messages;
}

/**
 * Renders the text of a message, marked as English when its translation is missing, so that screen readers
 * pronounce it correctly. Only for server components: messages sent to the browser no longer know what is missing.
 */
export function Message<Messages extends object>({ of, name }: MessageProps<Messages>) {
  const text = String(of[name]);
  const lang = languageOf(of, name);
  return lang ? <span lang={lang}>{text}</span> : text;
}
