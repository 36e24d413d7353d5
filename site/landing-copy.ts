/** The words of Docent's own landing page, which change with its product and not with its configuration. */
export interface LandingCopy {
  readonly title: string;
  readonly lead: string;
  readonly start: string;
  readonly api: string;
  readonly apiTitle: string;
  readonly apiText: string;
  readonly apiPicture: string;
  /** A search and a question that the manual answers. */
  readonly demo: { readonly query: string; readonly question: string };
  readonly rooms: readonly {
    readonly icon: string;
    readonly name: string;
    readonly text: string;
    readonly slug: string;
    readonly link: string;
  }[];
  readonly aloneTitle: string;
  readonly aloneText: string;
  readonly columns: readonly [string, string, string];
  readonly parts: readonly (readonly [string, string, string])[];
  readonly runTitle: string;
  readonly runText: string;
}

const en: LandingCopy = {
  title: "Docs that find the answer for you",
  lead: "Docent is a documentation site you fork and deploy. Search, the assistant and updates share one HTTP API: the site runs on it, and so can your tools.",
  start: "Get started",
  api: "Read about the API",
  apiTitle: "An API reference to work in",
  apiText: "Fill in a request beside its reference, send it, and copy it in eight programming languages.",
  apiPicture: "The page of an operation with its playground open: a form for the request beside the description",
  demo: { query: "search in another language", question: "How do I rotate a key without downtime?" },
  rooms: [
    {
      icon: "book-open",
      name: "Read",
      text: "Pages in MDX with the component names you know from Mintlify, in versions and languages, as HTML and as Markdown.",
      slug: "writing-pages",
      link: "Write pages",
    },
    {
      icon: "search",
      name: "Search",
      text: "Keywords by flexsearch, spelling and meaning in one ranking. Filters for version and language are exact. No service to sign up for.",
      slug: "how-search-works",
      link: "How search works",
    },
    {
      icon: "message-circle",
      name: "Ask",
      text: "An assistant that answers from your pages and cites them. Without a model it quotes; with one it explains.",
      slug: "assistant",
      link: "The assistant",
    },
    {
      icon: "refresh-cw",
      name: "Update",
      text: "CI calls one endpoint after your API description has changed. Reference and search follow without a rebuild.",
      slug: "project-updates",
      link: "Project updates",
    },
  ],
  aloneTitle: "Works out of the box. One variable scales each part.",
  aloneText: "No account, no key and no network are needed to run all of it. Name a larger engine and Docent switches to it.",
  columns: ["Part", "From the start", "Set this to grow"],
  parts: [
    ["Answers", "excerpts from your pages, in process", "ASSISTANT_MODEL"],
    ["Meaning in search", "built in, in process", "EMBEDDING_MODEL"],
    ["Threads, limits, keys", "a SQLite file", "DATABASE_URL"],
    ["Publishing", "in place, no rebuild", "DEPLOY_HOOK_URL"],
  ],
  runTitle: "Run it",
  runText: "Node 22.18 or newer is all the machine needs.",
};

const es: LandingCopy = {
  title: "Documentación que encuentra la respuesta",
  lead: "Docent es un sitio de documentación que bifurcas y publicas. Su búsqueda, su asistente y sus actualizaciones son una sola API HTTP: la usa el propio sitio y puedes usarla tú.",
  start: "Empezar",
  api: "Leer sobre la API",
  apiTitle: "Una referencia de la API para trabajar",
  apiText: "Rellena una petición junto a su referencia, envíala y cópiala en ocho lenguajes de programación.",
  apiPicture: "La página de una operación con el formulario de su petición abierto junto a la descripción",
  demo: { query: "buscar en otro idioma", question: "¿Cómo sustituyo una clave sin interrupciones?" },
  rooms: [
    {
      icon: "book-open",
      name: "Leer",
      text: "Páginas en MDX con los componentes que conoces de Mintlify, en versiones e idiomas, como HTML y como Markdown.",
      slug: "writing-pages",
      link: "Escribir páginas",
    },
    {
      icon: "search",
      name: "Buscar",
      text: "Palabras con flexsearch, ortografía y significado en un solo orden. Los filtros de versión e idioma son exactos. Sin servicios externos.",
      slug: "how-search-works",
      link: "Cómo funciona la búsqueda",
    },
    {
      icon: "message-circle",
      name: "Preguntar",
      text: "Un asistente que responde con tus páginas y las cita. Sin modelo, extrae fragmentos; con un modelo, explica.",
      slug: "assistant",
      link: "El asistente",
    },
    {
      icon: "refresh-cw",
      name: "Actualizar",
      text: "La CI llama a un endpoint cuando cambia la descripción de tu API. La referencia y la búsqueda se renuevan sin recompilar.",
      slug: "project-updates",
      link: "Actualizaciones",
    },
  ],
  aloneTitle: "Completo por sí solo, y crece con una variable",
  aloneText: "No hace falta cuenta, clave ni red para usarlo todo. Cada parte pasa a un motor mayor cuando lo nombras.",
  columns: ["Parte", "Desde el principio", "Para crecer"],
  parts: [
    ["Respuestas", "fragmentos de tus páginas, en el proceso", "ASSISTANT_MODEL"],
    ["Significado en la búsqueda", "incluido, en el proceso", "EMBEDDING_MODEL"],
    ["Hilos, límites y claves", "un archivo SQLite", "DATABASE_URL"],
    ["Publicación", "en el sitio, sin recompilar", "DEPLOY_HOOK_URL"],
  ],
  runTitle: "Ponlo en marcha",
  runText: "La máquina solo necesita Node 22.18 o posterior.",
};

/** Docent's own landing words in a language, in English where there is no translation. */
export function landingCopy(language: string): LandingCopy {
  return language.split("-")[0] === "es" ? es : en;
}
