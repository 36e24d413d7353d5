/**
 * Words that pose a question without saying what it is about, by language. Particles that change what is asked, such as
 * "off" or "without", are not among them.
 */
const FRAME_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(`
    a about above actually all also am an and another any anybody anyone anything are as ask at be because been before
    being best but by can cannot can't could couldn't did didn't do does doesn't doing don't done each either else even
    ever every explain for get gets getting give given go going good happen happens certain got had has hasn't have haven't having he hello help
    her here hey hi him his how how's i i'd i'll i'm i've if in into is isn't it it's its just kindly know let let's like
    look looking make makes making many may me mean means might mine most much must my myself need needed needs now of on one onto or
    other our ours own please possible possibly quite really regarding same say see shall she should show so some somebody
    someone something sort still such tell than thank thanks that that's the their theirs them then there there's these
    they thing things this those though through to too try trying until upon us very want wanted wants was way ways we
    were what what's when whenever where where's whether which while who who's whom whose why will within wonder
    wondering won't would wouldn't yes yet you your yours yourself`),
  es: words(`
    el la los las un una unos unas lo al del de en y o u que qué cómo como cuál cual cuáles cuándo cuando dónde donde
    quién quien por para con sin sobre es son era ser estar está están hay haber he ha puedo puede pueden poder se me mi
    mis tu tus su sus te le les nos si sí no más muy ya este esta esto estos estas ese esa eso hacer hago quiero necesito
    existe`),
  fr: words(`
    le la l' un les une des du au aux et ou où qui quoi dont que quel quelle quels quelles comment pourquoi quand est sont
    être avoir ai as avons avez ont je tu il elle nous vous ils elles ce cet cette ces mon ma mes ton ta tes son sa ses
    notre votre leur leurs dans sur sous avec sans pour par pas ne plus peut peux puis-je faire fait faut y`),
  de: words(`
    der die das den dem des ein eine einen einem einer eines und oder wie was wer wo wann warum wieso welche welcher
    welches ich du er sie es wir ihr mein meine meinen dein sein seine ist sind war haben habe hat kann können muss müssen
    soll darf will möchte mit ohne für von vom zum zur zu im am auf aus bei nach über unter in an nicht kein keine man
    mich mir`),
  pt: words(`
    o os as um uma uns umas do da dos das no na nos nas ao e ou como qual quais onde quando quem porque por para com sem
    posso pode meu minha seu sua é são eu a`),
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean));
}

/** A word of a question as it stands there, without the marks around it. */
const WORD = /[\p{L}\p{N}\p{M}@/][\p{L}\p{N}\p{M}'’._/@:#+-]*/gu;

function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.replace(/['’._/:-]+$/u, "")).filter(Boolean);
}

function isFrameWord(word: string, language: string): boolean {
  return FRAME_WORDS[language]?.has(word.toLowerCase().replaceAll("’", "'")) ?? false;
}

/** The words that say what a question is about, in their order; all of its words when it is made of nothing else than frame. */
export function contentWords(question: string, language: string): string[] {
  const kept = withoutFrame(question, language);
  return kept.length > 0 ? kept : wordsOf(question);
}

function withoutFrame(question: string, language: string): string[] {
  return wordsOf(question).filter((word) => !isFrameWord(word, language) && !isFrameWord(word, "en"));
}

/** The language that a text is most likely written in, as far as its script or its small words show; undefined when they do not. */
export function detectLanguage(text: string): string | undefined {
  for (const [language, script] of SCRIPTS) if (script.test(text)) return language;
  const found = wordsOf(text);
  const counts = Object.keys(FRAME_WORDS).map((language) => ({
    language,
    count: found.filter((word) => isFrameWord(word, language)).length,
  }));
  const [best, second] = counts.sort((left, right) => right.count - left.count);
  return best && best.count > 0 && best.count > (second?.count ?? 0) ? best.language : undefined;
}

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["zh", /\p{Script=Han}/u],
  ["ko", /\p{Script=Hangul}/u],
  ["ru", /\p{Script=Cyrillic}/u],
  ["ar", /\p{Script=Arabic}/u],
  ["he", /\p{Script=Hebrew}/u],
  ["el", /\p{Script=Greek}/u],
  ["hi", /\p{Script=Devanagari}/u],
  ["th", /\p{Script=Thai}/u],
];

/** What kind of passage answers a question best. */
export type QuestionKind = "how" | "what" | "value" | "other";

const KINDS: readonly (readonly [QuestionKind, RegExp])[] = [
  [
    "value",
    /\b(how (many|much|long|large|big|often|fast)|maximum|minimum|limits?|default|which version|what version|cuánt[oa]s?|combien|wie ?viele?)\b/iu,
  ],
  [
    "how",
    /^\W*(how|cómo|como|comment|wie)\b|\b(set ?up|configure|install|create|add|change|enable|disable|turn (on|off)|steps?)\b/iu,
  ],
  ["what", /^\W*(what('s| is| are| does)|qué (es|son)|qu'est|was ist|o que é|define|explain)\b/iu],
];

export function questionKind(question: string): QuestionKind {
  return KINDS.find(([, pattern]) => pattern.test(question))?.[0] ?? "other";
}

const LEAD_IN = /^\W*(and|also|but|what about|how about|what if|then|or|y|e|también|et|und|auch)\b/iu;
const POINTS_BACK =
  /\b(it|its|that|this|these|those|them|they|there|one|ones|same|instead|eso|esto|ello|lo|cela|ça|das|dies|damit)\b/iu;

/** Whether a question only makes sense together with the one before it. */
export function isFollowUp(question: string, language: string): boolean {
  return LEAD_IN.test(question) || POINTS_BACK.test(question) || contentWords(question, language).length <= 2;
}

/** Whether a question is about what the reader selected: it points at it, or says next to nothing by itself. */
export function asksAboutSelection(question: string, language: string): boolean {
  return POINTS_BACK.test(question) || withoutFrame(question, language).length <= 1;
}

/** Whether a follow-up turns to something new of the same kind, as "and tabs?" does, and "how do I test it?" does not. */
export function turnsElsewhere(question: string): boolean {
  return LEAD_IN.test(question) && !POINTS_BACK.test(question);
}
