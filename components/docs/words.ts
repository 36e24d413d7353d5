/** Every phrase of the pages that does not come from the content. */
export interface Words {
  readonly skip: string;
  readonly menu: string;
  readonly close: string;
  readonly docs: string;
  readonly apiReference: string;
  readonly onThisPage: string;
  readonly breadcrumbs: string;
  readonly pages: string;
  readonly pageNavigation: string;
  readonly previous: string;
  readonly next: string;
  readonly edit: string;
  readonly lastUpdated: string;
  readonly copyPage: string;
  readonly viewMarkdown: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly askCode: string;
  readonly language: string;
  readonly version: string;
  readonly isDefault: string;
  readonly notInVersion: string;
  readonly notInLanguage: string;
  readonly oldVersion: (current: string, latest: string) => string;
  readonly readInLatest: string;
  readonly latestHome: string;
  readonly fallback: (language: string) => string;
  readonly theme: string;
  readonly themeSystem: string;
  readonly themeLight: string;
  readonly themeDark: string;
  readonly repository: string;
  readonly newTab: string;
  readonly startReading: string;
  readonly firstPages: string;
  readonly notFound: string;
  readonly notFoundText: string;
  readonly suggestions: string;
  readonly home: string;
  readonly broken: string;
  readonly brokenText: string;
  readonly note: string;
  readonly warning: string;
  readonly info: string;
  readonly tip: string;
  readonly check: string;
  readonly danger: string;
  readonly required: string;
  readonly optional: string;
  readonly deprecated: string;
  readonly defaultValue: string;
  readonly oneOf: string;
  readonly properties: string;
  readonly parametersIn: Readonly<Record<"path" | "query" | "header" | "cookie", string>>;
  readonly authentication: string;
  readonly requestBody: string;
  readonly responses: string;
  readonly example: string;
  readonly request: string;
  readonly response: string;
  readonly noBody: string;
  readonly imageLink: string;
  readonly embedLink: string;
  readonly footer: string;
}

const en: Words = {
  skip: "Skip to content",
  menu: "Menu",
  close: "Close",
  docs: "Documentation",
  apiReference: "API reference",
  onThisPage: "On this page",
  breadcrumbs: "Breadcrumbs",
  pages: "Pages",
  pageNavigation: "Previous and next page",
  previous: "Previous",
  next: "Next",
  edit: "Edit this page",
  lastUpdated: "Last updated",
  copyPage: "Copy page",
  viewMarkdown: "View as Markdown",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Could not copy",
  askCode: "Ask about this code",
  language: "Language",
  version: "Version",
  isDefault: "default",
  notInVersion: "opens the start of this version: this page is not part of it",
  notInLanguage: "opens the start page: this page is not part of this language",
  oldVersion: (current, latest) => `You are reading the documentation of ${current}. The current version is ${latest}.`,
  readInLatest: "Read this page in the current version",
  latestHome: "Go to the current version",
  fallback: (language) => `This page is not translated yet, so it is shown in ${language}.`,
  theme: "Colours",
  themeSystem: "as the system",
  themeLight: "light",
  themeDark: "dark",
  repository: "Source code",
  newTab: "opens in a new tab",
  startReading: "Start reading",
  firstPages: "First pages",
  notFound: "This page does not exist",
  notFoundText: "It may have moved, or the address has a slip in it.",
  suggestions: "You may have been looking for",
  home: "Home",
  broken: "This page cannot be shown",
  brokenText: "Its file has a mistake. The page comes back as soon as the file is saved without it.",
  note: "Note",
  warning: "Warning",
  info: "Info",
  tip: "Tip",
  check: "Check",
  danger: "Danger",
  required: "required",
  optional: "optional",
  deprecated: "deprecated",
  defaultValue: "Default",
  oneOf: "One of",
  properties: "Properties",
  parametersIn: { path: "Path parameters", query: "Query parameters", header: "Headers", cookie: "Cookies" },
  authentication: "Authentication",
  requestBody: "Request body",
  responses: "Responses",
  example: "Example",
  request: "Request",
  response: "Response",
  noBody: "No body.",
  imageLink: "Image",
  embedLink: "Embedded page",
  footer: "Site",
};

const es: Words = {
  skip: "Saltar al contenido",
  menu: "Menú",
  close: "Cerrar",
  docs: "Documentación",
  apiReference: "Referencia de la API",
  onThisPage: "En esta página",
  breadcrumbs: "Ruta de navegación",
  pages: "Páginas",
  pageNavigation: "Página anterior y siguiente",
  previous: "Anterior",
  next: "Siguiente",
  edit: "Editar esta página",
  lastUpdated: "Última actualización",
  copyPage: "Copiar página",
  viewMarkdown: "Ver como Markdown",
  copy: "Copiar",
  copied: "Copiado",
  copyFailed: "No se pudo copiar",
  askCode: "Preguntar por este código",
  language: "Idioma",
  version: "Versión",
  isDefault: "predeterminada",
  notInVersion: "abre el inicio de esta versión: la página no forma parte de ella",
  notInLanguage: "abre la página de inicio: la página no existe en este idioma",
  oldVersion: (current, latest) => `Estás leyendo la documentación de ${current}. La versión actual es ${latest}.`,
  readInLatest: "Leer esta página en la versión actual",
  latestHome: "Ir a la versión actual",
  fallback: (language) => `Esta página aún no está traducida y se muestra en ${language}.`,
  theme: "Colores",
  themeSystem: "los del sistema",
  themeLight: "claros",
  themeDark: "oscuros",
  repository: "Código fuente",
  newTab: "se abre en una pestaña nueva",
  startReading: "Empezar a leer",
  firstPages: "Primeras páginas",
  notFound: "Esta página no existe",
  notFoundText: "Puede que se haya movido o que la dirección tenga un error.",
  suggestions: "Quizá buscabas",
  home: "Inicio",
  broken: "No se puede mostrar esta página",
  brokenText: "Su archivo tiene un error. La página vuelve en cuanto el archivo se guarde sin él.",
  note: "Nota",
  warning: "Advertencia",
  info: "Información",
  tip: "Consejo",
  check: "Comprobado",
  danger: "Peligro",
  required: "obligatorio",
  optional: "opcional",
  deprecated: "obsoleto",
  defaultValue: "Valor por defecto",
  oneOf: "Uno de",
  properties: "Propiedades",
  parametersIn: { path: "Parámetros de ruta", query: "Parámetros de consulta", header: "Cabeceras", cookie: "Cookies" },
  authentication: "Autenticación",
  requestBody: "Cuerpo de la petición",
  responses: "Respuestas",
  example: "Ejemplo",
  request: "Petición",
  response: "Respuesta",
  noBody: "Sin cuerpo.",
  imageLink: "Imagen",
  embedLink: "Página incrustada",
  footer: "Sitio",
};

const translations: Readonly<Record<string, Words>> = { en, es };

/** The phrases in a language (`es-MX` reads `es`), in English where there is no translation. */
export function wordsFor(language: string): Words {
  return translations[language] ?? translations[language.split("-")[0] ?? ""] ?? en;
}

const rightToLeft = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]);

/** Writing direction of a language, for the `dir` attribute. */
export function directionOf(language: string): "ltr" | "rtl" {
  return rightToLeft.has(language.split("-")[0] ?? "") ? "rtl" : "ltr";
}
