import { perObject } from "../../per-object.ts";

/** A value that a schema allows, as JSON, with what the description says of it. */
export interface AllowedValue {
  readonly text: string;
  /** Empty without any. */
  readonly words: string;
}

/** A rule of a schema. With `each` it is about every item of a list. */
export type Fact = { readonly each?: true } & (
  | {
      readonly kind: "allowed";
      readonly values: readonly AllowedValue[];
      /** Number of values that are left out. */
      readonly more: number;
    }
  | { readonly kind: "default"; readonly value: string }
  | { readonly kind: "example"; readonly value: string; readonly words: string }
  | { readonly kind: "pattern"; readonly lead: "matches" | "names match"; readonly value: string }
  /** Bounds of a number, a text or a list. */
  | { readonly kind: "bounds"; readonly words: string }
  /** The facts of one type of a union of plain values, with what the description says of it. */
  | { readonly kind: "choice"; readonly type: string; readonly facts: readonly Fact[]; readonly words: string }
  | { readonly kind: "rule"; readonly words: string }
);

/** A run of a fact: words, or a value that is shown as code. */
export interface FactRun {
  readonly text: string;
  readonly isCode: boolean;
}

const words = (text: string): FactRun => ({ text, isCode: false });
const code = (text: string): FactRun => ({ text, isCode: true });

/** Returns a fact as the runs of a sentence. Defaults and allowed values are words, patterns and examples code. */
export function factRuns(fact: Fact): readonly FactRun[] {
  const runs = runsOf(fact);
  const [first, ...rest] = runs;
  if (!fact.each || !first) return runs;
  return [{ ...first, text: fact.kind === "allowed" ? `each ${first.text}` : `each item ${first.text}` }, ...rest];
}

function runsOf(fact: Fact): readonly FactRun[] {
  switch (fact.kind) {
    case "allowed": {
      const more = fact.more > 0 ? `, and ${fact.more} more` : "";
      return [words(`one of ${listed(fact.values)}${more}`)];
    }
    case "default":
      return [words(`default ${fact.value}`)];
    case "example":
      return [words("example "), code(fact.value), ...(fact.words ? [words(` (${fact.words})`)] : [])];
    case "pattern":
      return [words(`${fact.lead} `), code(fact.value)];
    case "choice": {
      const inside = fact.facts.flatMap((each, index) => [...(index > 0 ? [words(", ")] : []), ...factRuns(each)]);
      const about = fact.words ? [words(`${inside.length > 0 ? " " : ""}(${fact.words})`)] : [];
      return [words(`${fact.type}: `), ...inside, ...about];
    }
    case "bounds":
    case "rule":
      return [words(fact.words)];
  }
}

/** A list of values is written once, however many schemas refer to it. */
const listed = perObject((values: readonly AllowedValue[]) =>
  values.map(({ text, words: about }) => (about ? `${text} (${about})` : text)).join(", "),
);

/** Returns a fact as a sentence without a full stop. */
export function factWords(fact: Fact): string {
  return factRuns(fact)
    .map(({ text }) => text)
    .join("");
}

/** Returns the facts without those that say the same as an earlier one. */
export function withoutSame(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.toReversed().map((fact) => [factWords(fact), fact])).values()].toReversed();
}

/** Returns a fact of a list's items as one of the list. */
export function ofEach(fact: Fact): Fact {
  return fact.each ? { kind: "rule", words: `each item ${factWords(fact)}` } : { ...fact, each: true };
}
