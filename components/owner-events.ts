/** Names of the events that owners may count, as `name` of a CustomEvent `docent` of the window. */
export type OwnerEvent =
  | "search"
  | "search_opened"
  | "search_empty"
  | "question"
  | "answered"
  | "feedback"
  | "copy"
  | "try_it"
  | "language"
  | "version";

/** Facts of an event: sizes, paths and choices. What a reader has typed is none of them, see `announceText`. */
export type EventFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** The window of the site; around the widget `docent` is another thing. */
export interface SiteWindow {
  docent?: {
    /** True where events may have what readers type. */
    readonly eventTexts: boolean;
    /** Loads the scripts that wait for this consent; those that it has loaded stay. */
    readonly consent: (name: string) => void;
  };
}

/** Tells the owner's own code, in this browser alone, what a reader has done. */
export function announce(name: OwnerEvent, facts: EventFacts): void {
  dispatchEvent(new CustomEvent("docent", { detail: { name, ...facts } }));
}

/** A script of the configuration that waits for consent. */
export interface WaitingScript {
  readonly consent: string;
  readonly inline: string | undefined;
  readonly src: string | undefined;
  readonly attributes: Readonly<Record<string, string | boolean>>;
}

interface OwnerScriptOptions {
  readonly eventTexts: boolean;
  readonly scripts: readonly WaitingScript[];
}

/** Returns the text of a script for the head: it defines `window.docent`, and tells when a reader chooses a language or a version. */
export function ownerScript(options: OwnerScriptOptions): string {
  // No text of the configuration ends the element that it is in.
  return `(${defineDocent})(${JSON.stringify(options).replaceAll("<", "\\u003c")})`;
}

/** Runs in the page, from its text alone: it may use nothing from around it. */
function defineDocent({ eventTexts, scripts }: OwnerScriptOptions): void {
  const given = new Set<string>();
  const consent = (name: string) => {
    if (given.has(name)) return;
    given.add(name);
    for (const { inline, src, attributes } of scripts.filter((script) => script.consent === name)) {
      if (inline) {
        const element = document.createElement("script");
        element.textContent = inline;
        document.head.append(element);
      }
      if (!src) continue;
      const element = document.createElement("script");
      for (const [attribute, value] of Object.entries(attributes))
        if (value !== false) element.setAttribute(attribute, value === true ? "" : value);
      element.src = src;
      document.head.append(element);
    }
  };
  (window as unknown as SiteWindow).docent = { eventTexts, consent };
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>("[data-language-link],[data-version-link]") : null;
    if (!link) return;
    const { languageLink, versionLink } = link.dataset;
    const detail = languageLink ? { name: "language", language: languageLink } : { name: "version", version: versionLink };
    window.dispatchEvent(new CustomEvent("docent", { detail }));
  });
}
