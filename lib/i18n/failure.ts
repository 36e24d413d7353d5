import { fillTemplate } from "./template.ts";

/** The failure of a search or an answer; each kind leaves the reader something else to do. */
export interface Failure {
  readonly kind: "offline" | "limited" | "server" | "broken" | "empty";
  /** Of `limited`: seconds until the next try, where the service says so. */
  readonly seconds?: number | undefined;
}

export interface FailureMessage {
  readonly title: string;
  readonly howToFix: string;
}

/** The messages of all failures. Kinds that are left out read as `server`. */
export interface FailureTexts {
  readonly offline: FailureMessage;
  /** `howToFix` is a template that takes the seconds; `howToFixLater` is for a service that does not say how many. */
  readonly limited: FailureMessage & { readonly howToFixLater: string };
  readonly broken?: FailureMessage;
  readonly empty?: FailureMessage;
  readonly server: FailureMessage;
}

export function failureMessages(texts: FailureTexts, language: string): (failure: Failure) => FailureMessage {
  return ({ kind, seconds }) => {
    if (kind !== "limited") return texts[kind] ?? texts.server;
    const { title, howToFix, howToFixLater } = texts.limited;
    return { title, howToFix: seconds ? fillTemplate(howToFix, [seconds], language) : howToFixLater };
  };
}
