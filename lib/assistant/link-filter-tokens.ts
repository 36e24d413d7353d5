import { parse, preprocess } from "micromark";
import { decodeString } from "micromark-util-decode-string";
import type { Event, TokenType } from "micromark-util-types";

/** A piece of a line, as a CommonMark reader sees it. */
export type Inline = { readonly type: "text" | "code" | "autolink"; readonly source: string } | InlineLink;

export interface InlineLink {
  readonly type: "link" | "image";
  readonly source: string;
  /** The text between the brackets, as written and as parsed. */
  readonly label: string;
  readonly children: readonly Inline[];
  /** Target of an inline link, decoded. */
  readonly target: string | undefined;
  /** The second label of `[label][reference]`; empty for `[label][]`. */
  readonly reference: string | undefined;
}

const plainParser = createParser();
const referenceParser = createParser();
referenceParser.defined.includes = () => true;

function createParser() {
  return parse({ extensions: [{ disable: { null: ["attention", "htmlText", "hardBreakEscape"] } }] });
}

/**
 * The constructs of a piece of a line. Emphasis stays text, and so does HTML, since none is ever shown as such. With
 * `references` every label counts as defined, so that each pair of brackets in a text is found.
 */
export function readInline(source: string, { references = false } = {}): Inline[] {
  if (!mayHoldConstruct(source, references)) return source ? [{ type: "text", source }] : [];
  const parser = references ? referenceParser : plainParser;
  const events = parser.text().write(preprocess()(source, undefined, true));
  return new Reader(source, events).readUntil(undefined);
}

/** Returns false where a parse could find only text. A parse of three characters costs as much as one of a hundred. */
function mayHoldConstruct(source: string, references: boolean): boolean {
  const bare = source.replace(/\\[!-~]/g, "");
  // An escaped backtick opens no code span, but ends one.
  if (bare.includes("`") && source.indexOf("`") < source.lastIndexOf("`")) return true;
  const label = bare.indexOf("[");
  if (label >= 0 && bare.includes(references ? "]" : "](", label)) return true;
  return /<[a-z]/i.test(source) && /[:@]/.test(source) && source.includes(">");
}

const CONSTRUCTS: Partial<Record<TokenType, "code" | "autolink" | "link" | "image">> = {
  codeText: "code",
  autolink: "autolink",
  link: "link",
  image: "image",
};

class Reader {
  readonly #source: string;
  readonly #events: readonly Event[];
  #at = 0;

  constructor(source: string, events: readonly Event[]) {
    this.#source = source;
    this.#events = events;
  }

  /** Reads on to the end of a token, or of all events. */
  readUntil(end: TokenType | undefined): Inline[] {
    const found: Inline[] = [];
    for (let event = this.#next(); event && !(event[0] === "exit" && event[1].type === end); event = this.#next()) {
      if (event[0] === "exit") continue;
      const inline = this.#read(event);
      const last = found.at(-1);
      // Escapes, references and plain characters become one text, as they do for a reader.
      if (inline.type === "text" && last?.type === "text")
        found[found.length - 1] = { type: "text", source: last.source + inline.source };
      else found.push(inline);
    }
    return found;
  }

  #next(): Event | undefined {
    const event = this.#events[this.#at];
    this.#at += 1;
    return event;
  }

  #read(event: Event): Inline {
    const type = CONSTRUCTS[event[1].type] ?? "text";
    const source = this.#sliceOf(event);
    if (type === "link" || type === "image") return { type, source, ...this.#readLink(event[1].type) };
    this.#skipTo(event[1].type);
    return { type, source };
  }

  #readLink(end: TokenType) {
    const link = {
      label: "",
      children: [] as Inline[],
      target: undefined as string | undefined,
      reference: undefined as string | undefined,
    };
    for (let event = this.#next(); event && !(event[0] === "exit" && event[1].type === end); event = this.#next()) {
      if (event[0] === "exit") continue;
      const { type } = event[1];
      if (type === "labelText") {
        link.label = this.#sliceOf(event);
        link.children = this.readUntil("labelText");
      }
      if (type === "resource") link.target = "";
      if (type === "resourceDestinationString") link.target = decodeString(this.#sliceOf(event));
      if (type === "reference") link.reference = this.#sliceOf(event).slice(1, -1);
    }
    return link;
  }

  #skipTo(end: TokenType): void {
    for (let event = this.#next(); event && !(event[0] === "exit" && event[1].type === end); event = this.#next());
  }

  #sliceOf([, { start, end }]: Event): string {
    return this.#source.slice(start.offset, end.offset);
  }
}
