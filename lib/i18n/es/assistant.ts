import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "Ancho del panel",
  title: "Asistente",
  engine: {
    excerpts: "Extractos de esta documentación",
    fallback: "Extractos de esta documentación",
    model: "Escrito por un modelo de lenguaje",
  },
  newConversation: "Nueva conversación",
  recent: "Conversaciones recientes",
  recentHint: "Se guardan solo en este navegador.",
  noRecent: "Este navegador no recuerda todavía ninguna conversación.",
  forget: (title) => `Olvidar: ${title}`,
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
      return { title: "No se puede llegar al asistente.", howToFix: "Revisa la conexión a internet e inténtalo de nuevo." };
    if (kind === "limited")
      return {
        title: "Demasiadas preguntas por ahora.",
        howToFix: seconds ? `Inténtalo de nuevo dentro de ${formatDuration(seconds, "es")}.` : "Inténtalo más tarde.",
      };
    if (kind === "broken")
      return { title: "La respuesta se interrumpió.", howToFix: "Lo escrito se queda hasta que lo intentes de nuevo." };
    if (kind === "empty")
      return { title: "No llegó ninguna respuesta.", howToFix: "Inténtalo de nuevo o pregunta con otras palabras." };
    return {
      title: "El asistente tiene un problema ahora mismo.",
      howToFix: "No es culpa tuya. Inténtalo de nuevo en un momento.",
    };
  },
};
