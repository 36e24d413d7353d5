import { announce, type EventFacts, type OwnerEvent, type SiteWindow } from "./owner-events.ts";

/**
 * Tells the owner's own code of an event with a text of the reader, which it has only where a setting says so. A file of its own, since
 * every page loads `announce`.
 */
export function announceText(name: OwnerEvent, text: string | undefined, facts: EventFacts): void {
  const { docent } = window as unknown as SiteWindow;
  announce(name, { ...facts, ...(docent?.eventTexts && text !== undefined && { text }) });
}
