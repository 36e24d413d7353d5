import type { Engine } from "../../lib/assistant/answer-event.ts";
import type { Failure } from "./answer-failure.ts";

/** Every word of the panel. */
export interface PanelTexts {
  readonly title: string;
  readonly engine: Readonly<Record<Engine, string>>;
  readonly newConversation: string;
  readonly close: string;
  readonly conversation: string;
  readonly welcome: string;
  readonly welcomeHint: string;
  readonly starters: string;
  readonly yourQuestion: string;
  readonly answer: string;
  readonly placeholder: string;
  readonly questionLabel: string;
  readonly send: string;
  readonly stop: string;
  readonly latest: string;
  readonly searching: string;
  readonly answering: string;
  readonly ready: (sources: number) => string;
  readonly stopped: string;
  readonly stoppedNote: string;
  readonly sources: string;
  readonly source: (number: string, title: string) => string;
  readonly copyAnswer: string;
  readonly copyCode: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly regenerate: string;
  readonly retry: string;
  readonly helpful: string;
  readonly notHelpful: string;
  readonly reasonLabel: string;
  readonly reasonPlaceholder: string;
  readonly sendReason: string;
  readonly skipReason: string;
  readonly thanks: string;
  readonly feedbackFailed: string;
  readonly context: string;
  readonly contextCode: string;
  readonly contextText: string;
  readonly removeContext: (what: string) => string;
  readonly contextFull: (most: number) => string;
  readonly askSelection: string;
  readonly unanswered: string;
  readonly newTab: string;
  readonly failure: (failure: Failure) => { readonly title: string; readonly remedy: string };
}

const en: PanelTexts = {
  title: "Assistant",
  engine: {
    excerpts: "Excerpts from these docs",
    fallback: "Excerpts from these docs",
    model: "Written by a language model",
  },
  newConversation: "New conversation",
  close: "Close the assistant",
  conversation: "Conversation",
  welcome: "Ask these docs",
  welcomeHint: "Answers come from this documentation only, each with the sections it is taken from.",
  starters: "For example",
  yourQuestion: "You asked",
  answer: "Answer",
  placeholder: "Ask a question",
  questionLabel: "Your question",
  send: "Send",
  stop: "Stop the answer",
  latest: "Jump to latest",
  searching: "Searching the docs",
  answering: "Answering",
  ready: (sources) => `Answer ready, ${sources} ${sources === 1 ? "source" : "sources"}`,
  stopped: "Stopped",
  stoppedNote: "Stopped before the end.",
  sources: "Sources",
  source: (number, title) => `Source ${number}: ${title}`,
  copyAnswer: "Copy answer",
  copyCode: "Copy code",
  copied: "Copied",
  copyFailed: "Copying failed",
  regenerate: "Answer again",
  retry: "Try again",
  helpful: "Helpful",
  notHelpful: "Not helpful",
  reasonLabel: "What was wrong or missing?",
  reasonPlaceholder: "Optional. Please leave out anything personal.",
  sendReason: "Send feedback",
  skipReason: "Not now",
  thanks: "Thank you for the feedback.",
  feedbackFailed: "Your feedback could not be sent. Please try again.",
  context: "Brought along",
  contextCode: "Code",
  contextText: "Text",
  removeContext: (what) => `Remove: ${what}`,
  contextFull: (most) => `A question can bring along ${most} excerpts. Remove one first.`,
  askSelection: "Ask about this",
  unanswered: "The answer to this question was not finished.",
  newTab: "opens in a new tab",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "The assistant cannot be reached.", remedy: "Check the internet connection, then try again." };
    if (kind === "limited")
      return {
        title: "Too many questions for now.",
        remedy: seconds ? `Try again in ${duration(seconds, "en")}.` : "Try again later.",
      };
    if (kind === "broken") return { title: "The answer broke off.", remedy: "What is there stays until you try again." };
    if (kind === "empty") return { title: "No answer came back.", remedy: "Try again, or ask in other words." };
    return { title: "The assistant has a problem right now.", remedy: "It is not you. Try again in a moment." };
  },
};

const es: PanelTexts = {
  title: "Asistente",
  engine: {
    excerpts: "Extractos de esta documentación",
    fallback: "Extractos de esta documentación",
    model: "Escrito por un modelo de lenguaje",
  },
  newConversation: "Nueva conversación",
  close: "Cerrar el asistente",
  conversation: "Conversación",
  welcome: "Pregunta a esta documentación",
  welcomeHint: "Las respuestas salen solo de esta documentación, cada una con las secciones de las que procede.",
  starters: "Por ejemplo",
  yourQuestion: "Preguntaste",
  answer: "Respuesta",
  placeholder: "Haz una pregunta",
  questionLabel: "Tu pregunta",
  send: "Enviar",
  stop: "Detener la respuesta",
  latest: "Ir a lo último",
  searching: "Buscando en la documentación",
  answering: "Respondiendo",
  ready: (sources) => `Respuesta lista, ${sources} ${sources === 1 ? "fuente" : "fuentes"}`,
  stopped: "Detenida",
  stoppedNote: "Detenida antes del final.",
  sources: "Fuentes",
  source: (number, title) => `Fuente ${number}: ${title}`,
  copyAnswer: "Copiar la respuesta",
  copyCode: "Copiar el código",
  copied: "Copiado",
  copyFailed: "No se pudo copiar",
  regenerate: "Responder de nuevo",
  retry: "Intentar de nuevo",
  helpful: "Útil",
  notHelpful: "No es útil",
  reasonLabel: "¿Qué estaba mal o faltaba?",
  reasonPlaceholder: "Opcional. No incluyas datos personales.",
  sendReason: "Enviar opinión",
  skipReason: "Ahora no",
  thanks: "Gracias por tu opinión.",
  feedbackFailed: "No se pudo enviar tu opinión. Inténtalo de nuevo.",
  context: "Incluido en la pregunta",
  contextCode: "Código",
  contextText: "Texto",
  removeContext: (what) => `Quitar: ${what}`,
  contextFull: (most) => `Una pregunta puede incluir ${most} extractos. Quita uno primero.`,
  askSelection: "Preguntar por esto",
  unanswered: "La respuesta a esta pregunta no se terminó.",
  newTab: "se abre en otra pestaña",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "No se puede llegar al asistente.", remedy: "Revisa la conexión a internet e inténtalo de nuevo." };
    if (kind === "limited")
      return {
        title: "Demasiadas preguntas por ahora.",
        remedy: seconds ? `Inténtalo de nuevo dentro de ${duration(seconds, "es")}.` : "Inténtalo más tarde.",
      };
    if (kind === "broken")
      return { title: "La respuesta se interrumpió.", remedy: "Lo escrito se queda hasta que lo intentes de nuevo." };
    if (kind === "empty")
      return { title: "No llegó ninguna respuesta.", remedy: "Inténtalo de nuevo o pregunta con otras palabras." };
    return {
      title: "El asistente tiene un problema ahora mismo.",
      remedy: "No es culpa tuya. Inténtalo de nuevo en un momento.",
    };
  },
};

/** Texts in the reader's language; English for a language that has none. */
export function panelTexts(language: string): PanelTexts {
  return language.split("-")[0] === "es" ? es : en;
}

/** Seconds in the unit that a person would say: 40 seconds, 5 minutes, 3 hours, 12 days. */
function duration(seconds: number, language: string): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, length] = units.find(([, size]) => seconds >= size * 1.5) ?? (["second", 1] as const);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(seconds / length));
}
