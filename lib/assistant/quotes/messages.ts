/** The sentences that an answer of quotes says by itself; everything else is quoted. */
export interface QuoteMessages {
  readonly greeting: string;
  readonly welcome: string;
  readonly farewell: string;
  readonly about: string;
  /** Comes before an answer that the owner has written. */
  readonly own: string;
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
  /** Replaces `refusal` when there is no page to name. */
  readonly nothing: string;
  /** Takes the owner's address for help. */
  readonly support: (where: string) => string;
  /** Takes the names of the languages that the docs have. */
  readonly otherLanguage: (languages: string) => string;
  /** Takes the versions and languages that there are, for a filter that names others. */
  readonly unknownFilter: (known: string) => string;
  readonly noVersions: string;
  readonly attachments: string;
}

const en: QuoteMessages = {
  greeting: "Hello! Ask a question about these docs, and I will show the passages that answer it.",
  welcome: "You are welcome. Ask again whenever something in these docs is unclear.",
  farewell: "Goodbye!",
  about:
    "I look up passages in these docs and quote them word for word, with a link to where they stand. Ask me how to do something, what something means, or where it is described.",
  own: "From the people behind these docs:",
  lead: "From the docs:",
  doubt: "These docs may not answer that. The closest sections are:",
  notMentioned: (words) => `Nothing here mentions ${words}.`,
  further: "More pages:",
  refusal: "These docs do not seem to answer that. The closest pages are:",
  nothing: "These docs do not seem to answer that. Try other words, or ask about something they cover.",
  support: (where) => `You can ask for help at ${where}.`,
  otherLanguage: (languages) => `These docs are written in ${languages}; a question in that language finds more.`,
  unknownFilter: (known) => `No page has the version or language that was asked for. These docs have: ${known}.`,
  noVersions: "These docs have no versions. Ask without one.",
  attachments: "Attached files are not read; the answer goes by your words alone.",
};

const es: QuoteMessages = {
  greeting: "¡Hola! Pregunta algo sobre esta documentación y te muestro los pasajes que lo responden.",
  welcome: "De nada. Vuelve a preguntar cuando algo de esta documentación no quede claro.",
  farewell: "¡Hasta luego!",
  about:
    "Busco pasajes en esta documentación y los cito palabra por palabra, con un enlace al lugar donde están. Pregúntame cómo se hace algo, qué significa o dónde se describe.",
  own: "De los autores de esta documentación:",
  lead: "De la documentación:",
  doubt: "Puede que esta documentación no responda a eso. Las secciones más cercanas son:",
  notMentioned: (words) => `Nada de lo que sigue menciona ${words}.`,
  further: "Más páginas:",
  refusal: "Esta documentación no parece responder a eso. Las páginas más cercanas son:",
  nothing: "Esta documentación no parece responder a eso. Prueba con otras palabras o pregunta por algo que trate.",
  support: (where) => `Puedes pedir ayuda en ${where}.`,
  otherLanguage: (languages) => `Esta documentación está escrita en ${languages}; una pregunta en ese idioma encuentra más.`,
  unknownFilter: (known) => `Ninguna página tiene la versión o el idioma solicitados. Esta documentación tiene: ${known}.`,
  noVersions: "Esta documentación no tiene versiones. Pregunta sin indicar ninguna.",
  attachments: "Los archivos adjuntos no se leen; la respuesta se basa solo en tus palabras.",
};

const fr: QuoteMessages = {
  greeting: "Bonjour ! Posez une question sur cette documentation, et je montre les passages qui y répondent.",
  welcome: "Je vous en prie. Revenez quand un point de cette documentation n’est pas clair.",
  farewell: "Au revoir !",
  about: "Je cherche des passages dans cette documentation et je les cite mot pour mot, avec un lien vers leur place.",
  own: "De la part des auteurs de cette documentation :",
  lead: "Dans la documentation :",
  doubt: "Cette documentation ne répond peut-être pas à cela. Les sections les plus proches sont :",
  notMentioned: (words) => `Rien de ce qui suit ne mentionne ${words}.`,
  further: "Autres pages :",
  refusal: "Cette documentation ne semble pas répondre à cela. Les pages les plus proches sont :",
  nothing: "Cette documentation ne semble pas répondre à cela. Essayez d’autres mots.",
  support: (where) => `Vous pouvez demander de l’aide à ${where}.`,
  otherLanguage: (languages) =>
    `Cette documentation est écrite en ${languages} ; une question dans cette langue trouve davantage.`,
  unknownFilter: (known) => `Aucune page n’existe dans la version ou la langue demandée. Cette documentation a : ${known}.`,
  noVersions: "Cette documentation n’a pas de versions. Posez la question sans en indiquer.",
  attachments: "Les fichiers joints ne sont pas lus ; la réponse se fonde sur vos mots seuls.",
};

const de: QuoteMessages = {
  greeting: "Hallo! Stellen Sie eine Frage zu dieser Dokumentation, und ich zeige die Stellen, die sie beantworten.",
  welcome: "Gern geschehen. Fragen Sie wieder, wenn etwas in dieser Dokumentation unklar ist.",
  farewell: "Auf Wiedersehen!",
  about: "Ich suche Stellen in dieser Dokumentation und zitiere sie wörtlich, mit einem Link dorthin, wo sie stehen.",
  own: "Von denen, die diese Dokumentation schreiben:",
  lead: "Aus der Dokumentation:",
  doubt: "Diese Dokumentation beantwortet das vielleicht nicht. Am nächsten kommen diese Abschnitte:",
  notMentioned: (words) => `Nichts davon erwähnt ${words}.`,
  further: "Weitere Seiten:",
  refusal: "Diese Dokumentation scheint darauf keine Antwort zu geben. Am nächsten kommen diese Seiten:",
  nothing: "Diese Dokumentation scheint darauf keine Antwort zu geben. Versuchen Sie es mit anderen Worten.",
  support: (where) => `Hilfe gibt es unter ${where}.`,
  otherLanguage: (languages) => `Diese Dokumentation ist auf ${languages} geschrieben; eine Frage in dieser Sprache findet mehr.`,
  unknownFilter: (known) => `Keine Seite hat die verlangte Version oder Sprache. Diese Dokumentation hat: ${known}.`,
  noVersions: "Diese Dokumentation hat keine Versionen. Fragen Sie ohne eine Version.",
  attachments: "Angehängte Dateien werden nicht gelesen; die Antwort richtet sich allein nach Ihren Worten.",
};

const it: QuoteMessages = {
  greeting: "Ciao! Fai una domanda su questa documentazione e mostro i passaggi che rispondono.",
  welcome: "Prego. Chiedi di nuovo quando qualcosa in questa documentazione non è chiaro.",
  farewell: "Arrivederci!",
  about: "Cerco passaggi in questa documentazione e li cito parola per parola, con un link al punto in cui si trovano.",
  own: "Da chi scrive questa documentazione:",
  lead: "Dalla documentazione:",
  doubt: "Questa documentazione forse non risponde. Le sezioni più vicine sono:",
  notMentioned: (words) => `Niente di ciò che segue menziona ${words}.`,
  further: "Altre pagine:",
  refusal: "Questa documentazione non sembra rispondere. Le pagine più vicine sono:",
  nothing: "Questa documentazione non sembra rispondere. Prova con altre parole.",
  support: (where) => `Puoi chiedere aiuto a ${where}.`,
  otherLanguage: (languages) => `Questa documentazione è scritta in ${languages}; una domanda in quella lingua trova di più.`,
  unknownFilter: (known) => `Nessuna pagina ha la versione o la lingua richiesta. Questa documentazione ha: ${known}.`,
  noVersions: "Questa documentazione non ha versioni. Chiedi senza indicarne una.",
  attachments: "I file allegati non vengono letti; la risposta si basa solo sulle tue parole.",
};

const ptBR: QuoteMessages = {
  greeting: "Olá! Faça uma pergunta sobre esta documentação, e mostro os trechos que a respondem.",
  welcome: "De nada. Pergunte de novo quando algo nesta documentação não estiver claro.",
  farewell: "Até logo!",
  about: "Procuro trechos nesta documentação e os cito palavra por palavra, com um link para onde estão.",
  own: "De quem escreve esta documentação:",
  lead: "Da documentação:",
  doubt: "Talvez esta documentação não responda a isso. As seções mais próximas são:",
  notMentioned: (words) => `Nada do que segue menciona ${words}.`,
  further: "Mais páginas:",
  refusal: "Esta documentação não parece responder a isso. As páginas mais próximas são:",
  nothing: "Esta documentação não parece responder a isso. Tente outras palavras.",
  support: (where) => `Você pode pedir ajuda em ${where}.`,
  otherLanguage: (languages) => `Esta documentação está escrita em ${languages}; uma pergunta nesse idioma encontra mais.`,
  unknownFilter: (known) => `Nenhuma página tem a versão ou o idioma pedido. Esta documentação tem: ${known}.`,
  noVersions: "Esta documentação não tem versões. Pergunte sem indicar uma.",
  attachments: "Arquivos anexados não são lidos; a resposta se baseia apenas nas suas palavras.",
};

const zhCN: QuoteMessages = {
  greeting: "您好！请就本文档提问，我会给出回答问题的原文段落。",
  welcome: "不客气。本文档有不清楚的地方，请随时再问。",
  farewell: "再见！",
  about: "我在本文档中查找段落，逐字引用，并附上所在位置的链接。",
  own: "来自本文档的作者：",
  lead: "文档中的内容：",
  doubt: "本文档可能没有回答这个问题。最接近的章节是：",
  notMentioned: (words) => `以下内容没有提到${words}。`,
  further: "更多页面：",
  refusal: "本文档似乎没有回答这个问题。最接近的页面是：",
  nothing: "本文档似乎没有回答这个问题。请换一种说法。",
  support: (where) => `您可以在 ${where} 寻求帮助。`,
  otherLanguage: (languages) => `本文档使用${languages}编写；用该语言提问能找到更多内容。`,
  unknownFilter: (known) => `没有页面属于所要求的版本或语言。本文档有：${known}。`,
  noVersions: "本文档没有版本。请不要指定版本再提问。",
  attachments: "不会读取附加的文件；回答只依据您的文字。",
};

const zhTW: QuoteMessages = {
  greeting: "您好！請就本文件提問，我會列出回答問題的原文段落。",
  welcome: "不客氣。本文件有不清楚的地方，請隨時再問。",
  farewell: "再見！",
  about: "我在本文件中尋找段落，逐字引用，並附上所在位置的連結。",
  own: "來自本文件的作者：",
  lead: "文件中的內容：",
  doubt: "本文件可能沒有回答這個問題。最接近的章節是：",
  notMentioned: (words) => `以下內容沒有提到${words}。`,
  further: "更多頁面：",
  refusal: "本文件似乎沒有回答這個問題。最接近的頁面是：",
  nothing: "本文件似乎沒有回答這個問題。請換一種說法。",
  support: (where) => `您可以在 ${where} 尋求協助。`,
  otherLanguage: (languages) => `本文件以${languages}撰寫；用該語言提問能找到更多內容。`,
  unknownFilter: (known) => `沒有頁面屬於所要求的版本或語言。本文件有：${known}。`,
  noVersions: "本文件沒有版本。請不要指定版本再提問。",
  attachments: "不會讀取附加的檔案；回答只依據您的文字。",
};

const ja: QuoteMessages = {
  greeting: "こんにちは。このドキュメントについて質問すると、答えになる箇所を示します。",
  welcome: "どういたしまして。このドキュメントで分からないことがあれば、また質問してください。",
  farewell: "さようなら。",
  about: "このドキュメントから箇所を探し、その場所へのリンクを付けて原文のまま引用します。",
  own: "このドキュメントの執筆者より：",
  lead: "ドキュメントより：",
  doubt: "このドキュメントには答えがないかもしれません。最も近い節：",
  notMentioned: (words) => `以下に「${words}」は出てきません。`,
  further: "その他のページ：",
  refusal: "このドキュメントには答えがないようです。最も近いページ：",
  nothing: "このドキュメントには答えがないようです。別の言葉で試してください。",
  support: (where) => `サポートはこちらです：${where}`,
  otherLanguage: (languages) => `このドキュメントは${languages}で書かれています。その言語で質問すると、より多く見つかります。`,
  unknownFilter: (known) => `指定されたバージョンまたは言語のページはありません。このドキュメントにあるもの：${known}。`,
  noVersions: "このドキュメントにバージョンはありません。バージョンを指定せずに質問してください。",
  attachments: "添付ファイルは読まれません。回答は文章だけに基づきます。",
};

const ko: QuoteMessages = {
  greeting: "안녕하세요! 이 문서에 대해 질문하면 답이 되는 부분을 보여 드립니다.",
  welcome: "천만에요. 이 문서에서 궁금한 점이 있으면 다시 질문해 주세요.",
  farewell: "안녕히 가세요!",
  about: "이 문서에서 해당 부분을 찾아 위치 링크와 함께 그대로 인용합니다.",
  own: "이 문서의 작성자가 드리는 답변:",
  lead: "문서에서:",
  doubt: "이 문서에는 답이 없을 수 있습니다. 가장 가까운 섹션:",
  notMentioned: (words) => `아래 내용에는 ${words}이(가) 나오지 않습니다.`,
  further: "다른 페이지:",
  refusal: "이 문서에는 답이 없는 것 같습니다. 가장 가까운 페이지:",
  nothing: "이 문서에는 답이 없는 것 같습니다. 다른 말로 시도해 보세요.",
  support: (where) => `도움이 필요하면 ${where}에 문의하세요.`,
  otherLanguage: (languages) => `이 문서는 ${languages}로 작성되어 있습니다. 해당 언어로 질문하면 더 많이 찾을 수 있습니다.`,
  unknownFilter: (known) => `요청한 버전이나 언어의 페이지가 없습니다. 이 문서에 있는 것: ${known}.`,
  noVersions: "이 문서에는 버전이 없습니다. 버전 없이 질문해 주세요.",
  attachments: "첨부 파일은 읽지 않습니다. 답변은 입력한 글에만 근거합니다.",
};

const ru: QuoteMessages = {
  greeting: "Здравствуйте! Задайте вопрос об этой документации, и я покажу места, которые на него отвечают.",
  welcome: "Пожалуйста. Спрашивайте снова, когда что-то в этой документации неясно.",
  farewell: "До свидания!",
  about: "Я ищу места в этой документации и цитирую их дословно, со ссылкой на каждое.",
  own: "Ответ авторов этой документации:",
  lead: "Из документации:",
  doubt: "Возможно, в этой документации нет ответа. Ближайшие разделы:",
  notMentioned: (words) => `Здесь нигде не упоминается: ${words}.`,
  further: "Другие страницы:",
  refusal: "Похоже, в этой документации нет ответа. Ближайшие страницы:",
  nothing: "Похоже, в этой документации нет ответа. Попробуйте другие слова.",
  support: (where) => `За помощью обратитесь сюда: ${where}.`,
  otherLanguage: (languages) => `Язык этой документации: ${languages}; вопрос на нём найдёт больше.`,
  unknownFilter: (known) => `Нет страниц запрошенной версии или на запрошенном языке. В этой документации есть: ${known}.`,
  noVersions: "У этой документации нет версий. Спросите, не указывая версию.",
  attachments: "Вложенные файлы не читаются; ответ основан только на ваших словах.",
};

const pl: QuoteMessages = {
  greeting: "Cześć! Zadaj pytanie o tę dokumentację, a pokażę fragmenty, które na nie odpowiadają.",
  welcome: "Proszę bardzo. Pytaj ponownie, gdy coś w tej dokumentacji będzie niejasne.",
  farewell: "Do widzenia!",
  about: "Szukam fragmentów tej dokumentacji i cytuję je dosłownie, z linkiem do miejsca, w którym są.",
  own: "Odpowiedź autorów tej dokumentacji:",
  lead: "Z dokumentacji:",
  doubt: "Ta dokumentacja może na to nie odpowiadać. Najbliższe sekcje:",
  notMentioned: (words) => `Nic poniżej nie wspomina: ${words}.`,
  further: "Więcej stron:",
  refusal: "Ta dokumentacja chyba na to nie odpowiada. Najbliższe strony:",
  nothing: "Ta dokumentacja chyba na to nie odpowiada. Spróbuj innych słów.",
  support: (where) => `Pomoc znajdziesz tutaj: ${where}.`,
  otherLanguage: (languages) => `Język tej dokumentacji: ${languages}; pytanie w nim znajdzie więcej.`,
  unknownFilter: (known) => `Żadna strona nie ma żądanej wersji ani języka. Ta dokumentacja ma: ${known}.`,
  noVersions: "Ta dokumentacja nie ma wersji. Zapytaj bez podawania wersji.",
  attachments: "Załączone pliki nie są czytane; odpowiedź opiera się tylko na Twoich słowach.",
};

const tr: QuoteMessages = {
  greeting: "Merhaba! Bu belgeler hakkında bir soru sorun, yanıtlayan bölümleri göstereyim.",
  welcome: "Rica ederim. Bu belgelerde anlaşılmayan bir şey olursa yine sorun.",
  farewell: "Hoşça kalın!",
  about: "Bu belgelerdeki bölümleri bulur ve yerlerine bağlantıyla kelimesi kelimesine alıntılarım.",
  own: "Bu belgeleri yazanlardan:",
  lead: "Belgelerden:",
  doubt: "Bu belgeler bunu yanıtlamıyor olabilir. En yakın bölümler:",
  notMentioned: (words) => `Burada şunun sözü geçmiyor: ${words}.`,
  further: "Diğer sayfalar:",
  refusal: "Bu belgeler bunu yanıtlamıyor gibi görünüyor. En yakın sayfalar:",
  nothing: "Bu belgeler bunu yanıtlamıyor gibi görünüyor. Başka sözcükler deneyin.",
  support: (where) => `Yardım için: ${where}.`,
  otherLanguage: (languages) => `Bu belgelerin dili: ${languages}; o dilde bir soru daha fazlasını bulur.`,
  unknownFilter: (known) => `İstenen sürümde veya dilde sayfa yok. Bu belgelerde olanlar: ${known}.`,
  noVersions: "Bu belgelerin sürümleri yok. Sürüm belirtmeden sorun.",
  attachments: "Ekli dosyalar okunmaz; yanıt yalnızca yazdıklarınıza dayanır.",
};

const ar: QuoteMessages = {
  greeting: "مرحبًا! اطرح سؤالًا عن هذه الوثائق، وسأعرض المقاطع التي تجيب عنه.",
  welcome: "على الرحب والسعة. اسأل مجددًا متى كان شيء في هذه الوثائق غير واضح.",
  farewell: "إلى اللقاء!",
  about: "أبحث عن مقاطع في هذه الوثائق وأقتبسها حرفيًا مع رابط إلى مكانها.",
  own: "من كُتّاب هذا التوثيق:",
  lead: "من الوثائق:",
  doubt: "قد لا تجيب هذه الوثائق عن ذلك. أقرب الأقسام:",
  notMentioned: (words) => `لا شيء مما يلي يذكر ${words}.`,
  further: "صفحات أخرى:",
  refusal: "يبدو أن هذه الوثائق لا تجيب عن ذلك. أقرب الصفحات:",
  nothing: "يبدو أن هذه الوثائق لا تجيب عن ذلك. جرّب كلمات أخرى.",
  support: (where) => `يمكنك طلب المساعدة هنا: ${where}.`,
  otherLanguage: (languages) => `هذه الوثائق مكتوبة بلغة: ${languages}؛ والسؤال بها يجد المزيد.`,
  unknownFilter: (known) => `لا توجد صفحة بالإصدار أو اللغة المطلوبة. المتوفر في هذه الوثائق: ${known}.`,
  noVersions: "لا إصدارات لهذه الوثائق. اسأل من دون تحديد إصدار.",
  attachments: "لا تُقرأ الملفات المرفقة؛ وتستند الإجابة إلى كلماتك وحدها.",
};

/** The sentences in each language that the assistant speaks. */
export const MESSAGES: Readonly<Record<string, QuoteMessages>> = {
  ...{ en, es, fr, de, it, ja, ko, ru, pl, tr, ar },
  ...{ pt: ptBR, zh: zhCN, "zh-TW": zhTW },
};

/** Returns the sentences of the first language that there are any for, in the form that a later one names; English for none. */
export function quoteMessages(...languages: readonly (string | undefined)[]): QuoteMessages {
  for (const language of languages) {
    const base = language?.split("-")[0] ?? "";
    const form = languages.find((other) => other?.startsWith(`${base}-`)) ?? base;
    const messages = MESSAGES[form] ?? MESSAGES[base];
    if (messages) return messages;
  }
  return en;
}
