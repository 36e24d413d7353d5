/** The sentences that an answer of quotes says by itself; everything else is quoted. */
export interface QuoteMessages {
  readonly greeting: string;
  readonly welcome: string;
  readonly farewell: string;
  readonly about: string;
  /** Comes before quotes. */
  readonly lead: string;
  /** Comes before quotes that may not answer the question. */
  readonly doubt: string;
  /** Takes words of the question that the quotes do not hold. */
  readonly notMentioned: (words: string) => string;
  /** Comes before links to further pages. */
  readonly further: string;
  /** Comes before the closest pages. */
  readonly refusal: string;
  /** Stands in the place of `refusal` when there is no page to name. */
  readonly nothing: string;
  /** Takes the names of the languages that the docs have. */
  readonly otherLanguage: (languages: string) => string;
  readonly attachments: string;
}

const en: QuoteMessages = {
  greeting: "Hello! Ask a question about these docs, and I will show the passages that answer it.",
  welcome: "You are welcome. Ask again whenever something in these docs is unclear.",
  farewell: "Goodbye!",
  about:
    "I look up passages in these docs and quote them word for word, with a link to where they stand. Ask me how to do something, what something means, or where it is described.",
  lead: "From the docs:",
  doubt: "These docs may not answer that. The closest sections are:",
  notMentioned: (words) => `Nothing here mentions ${words}.`,
  further: "More pages:",
  refusal: "These docs do not seem to answer that. The closest pages are:",
  nothing: "These docs do not seem to answer that. Try other words, or ask about something they cover.",
  otherLanguage: (languages) => `These docs are written in ${languages}; a question in that language finds more.`,
  attachments: "Attached files are not read; the answer goes by your words alone.",
};

const es: QuoteMessages = {
  greeting: "¡Hola! Pregunta algo sobre esta documentación y te muestro los pasajes que lo responden.",
  welcome: "De nada. Vuelve a preguntar cuando algo de esta documentación no quede claro.",
  farewell: "¡Hasta luego!",
  about:
    "Busco pasajes en esta documentación y los cito palabra por palabra, con un enlace al lugar donde están. Pregúntame cómo se hace algo, qué significa o dónde se describe.",
  lead: "De la documentación:",
  doubt: "Puede que esta documentación no responda a eso. Las secciones más cercanas son:",
  notMentioned: (words) => `Nada de lo que sigue menciona ${words}.`,
  further: "Más páginas:",
  refusal: "Esta documentación no parece responder a eso. Las páginas más cercanas son:",
  nothing: "Esta documentación no parece responder a eso. Prueba con otras palabras o pregunta por algo que trate.",
  otherLanguage: (languages) => `Esta documentación está escrita en ${languages}; una pregunta en ese idioma encuentra más.`,
  attachments: "Los archivos adjuntos no se leen; la respuesta se basa solo en tus palabras.",
};

const fr: QuoteMessages = {
  greeting: "Bonjour ! Posez une question sur cette documentation, et je montre les passages qui y répondent.",
  welcome: "Je vous en prie. Revenez quand un point de cette documentation n’est pas clair.",
  farewell: "Au revoir !",
  about: "Je cherche des passages dans cette documentation et je les cite mot pour mot, avec un lien vers leur place.",
  lead: "Dans la documentation :",
  doubt: "Cette documentation ne répond peut-être pas à cela. Les sections les plus proches sont :",
  notMentioned: (words) => `Rien de ce qui suit ne mentionne ${words}.`,
  further: "Autres pages :",
  refusal: "Cette documentation ne semble pas répondre à cela. Les pages les plus proches sont :",
  nothing: "Cette documentation ne semble pas répondre à cela. Essayez d’autres mots.",
  otherLanguage: (languages) =>
    `Cette documentation est écrite en ${languages} ; une question dans cette langue trouve davantage.`,
  attachments: "Les fichiers joints ne sont pas lus ; la réponse se fonde sur vos mots seuls.",
};

const de: QuoteMessages = {
  greeting: "Hallo! Stellen Sie eine Frage zu dieser Dokumentation, und ich zeige die Stellen, die sie beantworten.",
  welcome: "Gern geschehen. Fragen Sie wieder, wenn etwas in dieser Dokumentation unklar ist.",
  farewell: "Auf Wiedersehen!",
  about: "Ich suche Stellen in dieser Dokumentation und zitiere sie wörtlich, mit einem Link dorthin, wo sie stehen.",
  lead: "Aus der Dokumentation:",
  doubt: "Diese Dokumentation beantwortet das vielleicht nicht. Am nächsten kommen diese Abschnitte:",
  notMentioned: (words) => `Nichts davon erwähnt ${words}.`,
  further: "Weitere Seiten:",
  refusal: "Diese Dokumentation scheint darauf keine Antwort zu geben. Am nächsten kommen diese Seiten:",
  nothing: "Diese Dokumentation scheint darauf keine Antwort zu geben. Versuchen Sie es mit anderen Worten.",
  otherLanguage: (languages) => `Diese Dokumentation ist auf ${languages} geschrieben; eine Frage in dieser Sprache findet mehr.`,
  attachments: "Angehängte Dateien werden nicht gelesen; die Antwort richtet sich allein nach Ihren Worten.",
};

const MESSAGES: Readonly<Record<string, QuoteMessages>> = { en, es, fr, de };

/** The sentences of the first language that there are any for; English for none. */
export function quoteMessages(...languages: readonly (string | undefined)[]): QuoteMessages {
  for (const language of languages) {
    const messages = language && MESSAGES[language.split("-")[0] as string];
    if (messages) return messages;
  }
  return en;
}
