import { LRUCache } from "lru-cache";
import { stemmer } from "stemmer";

/** The data of one language. Every part is optional: a language without a record is read by its script alone. */
export interface LocaleRules {
  /**
   * The stem of a folded word. Languages but English lose their endings of number, gender and case alone: measured, those of verbs make
   * different words the same.
   */
  readonly stem?: (word: string) => string;
  /** Words that pose a question without saying what it is about. Particles that change the question ("off", "without") are not among them. */
  readonly stopWords?: ReadonlySet<string>;
  /**
   * Particles of a language in which two words are often written as one too, such as "set up" and "setup". Measured: Spanish and French
   * lose by it.
   */
  readonly joinsWords?: ReadonlySet<string>;
  /** The thesaurus, the table of word vectors and the words by how often they are used, as files of lib/search/data. */
  readonly thesaurus?: string;
  readonly wordTable?: string;
  readonly frequencies?: string;
}

/** Returns the record of a language tag such as `en` or `pt-BR`. */
export function localeOf(language: string): LocaleRules {
  return LOCALES.get(language.toLowerCase().split("-", 1)[0] ?? "") ?? {};
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean));
}

/** Cuts an ending; three letters always stay. */
const without = (ending: RegExp) => (word: string) => word.replace(ending, "");
const SPANISH_ENDING = /(?<=.{3})(?:[aeo]s?|s)$/;

/** Light10 (Larkey, Ballesteros and Connell, 2007): takes off "and", the article with what is written onto it, and endings, two letters always stay. */
function stemArabic(word: string): string {
  const bare = word.replace(/^و(?=.{3})/, "").replace(/^(?:ال|[بكف]ال|لل)(?=.{2})/, "");
  return ARABIC_ENDINGS.reduce(
    (stem, ending) => (stem.endsWith(ending) && stem.length >= ending.length + 2 ? stem.slice(0, -ending.length) : stem),
    bare,
  );
}

const ARABIC_ENDINGS = ["ها", "ان", "ات", "ون", "ين", "يه", "ية", "ه", "ة", "ي"];

const stems = new LRUCache<string, string>({ max: 100_000, memoMethod: (word) => stemmer(word) });

export const LOCALES: ReadonlyMap<string, LocaleRules> = new Map<string, LocaleRules>([
  [
    "en",
    {
      stem: (word) => stems.memo(word),
      joinsWords: words("up in out on off down over back"),
      thesaurus: "thesaurus-en.txt",
      wordTable: "docvec-en-256-int4.bin",
      frequencies: "frequencies-en.txt",
      stopWords: words(`
    a about above actually all also am an and another any anybody anyone anything are as ask at be because been before
    being best but by can cannot can't could couldn't did didn't do does doesn't doing don't done each either else even
    ever every explain for get gets getting give given go going good happen happens certain got had has hasn't have haven't having he hello help
    her here hey hi him his how how's i i'd i'll i'm i've if in into is isn't it it's its just kindly know let let's like
    look looking make makes making many may me mean means might mine most much must my myself need needed needs now of on one onto or
    other our ours please possible possibly quite really regarding same say see shall she should show so some somebody
    someone something sort still such tell than thank thanks that that's the their theirs them then there there's these
    they thing things this those though through to too try trying until upon us very want wanted wants was way ways we
    were what what's when whenever where where's whether which while who who's whom whose why will within wonder
    wondering won't would wouldn't yes yet you your yours yourself`),
    },
  ],
  [
    "es",
    {
      stem: without(SPANISH_ENDING),
      stopWords: words(`
    el la los las un una unos unas lo al del de en y o u que qué cómo como cuál cual cuáles cuándo cuando dónde donde
    quién quien por para con sin sobre es son era ser estar está están hay haber he ha puedo puede pueden poder se me mi
    mis tu tus su sus te le les nos si sí no más muy ya este esta esto estos estas ese esa eso hacer hago quiero necesito
    existe`),
    },
  ],
  [
    "fr",
    {
      stem: without(/(?<=.{3})(?:ees?|es?|s)$/),
      stopWords: words(`
    le la l' un une les des du au aux et ou où qui quoi dont que quel quelle quels quelles comment pourquoi quand est sont
    être avoir ai as avons avez ont je tu il elle nous vous ils elles ce cet cette ces mon ma mes ton ta tes son sa ses
    notre votre leur leurs dans sur sous avec sans pour par pas ne plus peut peux puis-je faire fait faut y`),
    },
  ],
  [
    "de",
    {
      stem: without(/(?<=.{3})(?:ern|em|en|er|es|e|n|s)$/),
      stopWords: words(`
    der die das den dem des ein eine einen einem einer eines und oder wie was wer wo wann warum wieso welche welcher
    welches ich du er sie es wir ihr mein meine meinen dein sein seine ist sind war haben habe hat kann können muss müssen
    soll darf will möchte mit ohne für von vom zum zur zu im am auf aus bei nach über unter in an nicht kein keine man
    mich mir`),
    },
  ],
  [
    "pt",
    {
      stem: without(SPANISH_ENDING),
      stopWords: words(`
    o os as um uma uns umas do da dos das no na nos nas ao e ou como qual quais onde quando quem porque por para com sem
    posso pode meu minha seu sua é são eu a`),
    },
  ],
  [
    "it",
    {
      stem: without(/(?<=.{3})[aeio]$/),
    },
  ],
  [
    "ar",
    {
      stem: stemArabic,
      stopWords: words(
        "من في على إلى عن هو هي هل ما ماذا كيف متى أين لماذا كم أي هذا هذه ذلك تلك التي الذي أنا هناك يمكن يمكنني أو و ثم",
      ),
    },
  ],
  [
    "ru",
    {
      // A folded й is an и.
      stem: without(
        /(?<=.{3})(?:и?ями|ами|[ое]го|[ое]му|[ыи]ми|и?ях|ах|[ое]в|и?[ое]и|[ыи]и|ая|яя|[оеы]е|ие|[ыи]х|и?[ыиоеая]м|[уюи]ю|ия|[аяоеыиуюь])$/,
      ),
    },
  ],
]);
