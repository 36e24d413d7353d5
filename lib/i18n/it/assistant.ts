import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "Larghezza del pannello",
  title: "Assistente",
  engine: {
    excerpts: "Estratti da questa documentazione",
    fallback: "Estratti da questa documentazione",
    model: "Scritto da un modello linguistico",
  },
  newConversation: "Nuova conversazione",
  recent: "Conversazioni recenti",
  recentHint: "Conservate solo in questo browser.",
  noRecent: "Questo browser non ricorda ancora conversazioni.",
  forget: (title) => `Dimentica: ${title}`,
  close: "Chiudi l’assistente",
  conversation: "Conversazione",
  welcome: "Chiedi a questa documentazione",
  welcomeHint: "Le risposte vengono solo da questa documentazione, con le sezioni da cui sono tratte.",
  starters: "Per esempio",
  yourQuestion: "Hai chiesto",
  answer: "Risposta",
  placeholder: "Fai una domanda",
  questionLabel: "La tua domanda",
  send: "Invia",
  stop: "Ferma la risposta",
  latest: "Vai al più recente",
  searching: "Cerco nella documentazione",
  answering: "Sto rispondendo",
  ready: (sources) => `Risposta pronta, fonti: ${sources}`,
  stopped: "Fermata",
  stoppedNote: "Fermata prima della fine.",
  sources: "Fonti",
  source: (number, title) => `Fonte ${number}: ${title}`,
  copyAnswer: "Copia la risposta",
  copyCode: "Copia il codice",
  copied: "Copiato",
  copyFailed: "Copia non riuscita",
  regenerate: "Rispondi di nuovo",
  retry: "Riprova",
  helpful: "Utile",
  notHelpful: "Non utile",
  reasonLabel: "Che cosa era sbagliato o mancava?",
  reasonPlaceholder: "Facoltativo. Niente di personale, per favore.",
  sendReason: "Invia il parere",
  skipReason: "Non ora",
  thanks: "Grazie per il tuo parere.",
  feedbackFailed: "Il parere non è stato inviato. Riprova.",
  context: "Allegato",
  contextCode: "Codice",
  contextText: "Testo",
  removeContext: (what) => `Rimuovi: ${what}`,
  contextFull: (most) => `Una domanda può allegare ${most} estratti. Prima rimuovine uno.`,
  askSelection: "Chiedi di questo",
  unanswered: "La risposta a questa domanda non è stata completata.",
  newTab: "si apre in una nuova scheda",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "L’assistente non è raggiungibile.", howToFix: "Controlla la connessione a Internet e riprova." };
    if (kind === "limited")
      return {
        title: "Troppe domande per ora.",
        howToFix: seconds ? `Riprova tra ${formatDuration(seconds, "it")}.` : "Riprova più tardi.",
      };
    if (kind === "broken") return { title: "La risposta si è interrotta.", howToFix: "Ciò che c’è resta finché non riprovi." };
    if (kind === "empty") return { title: "Non è arrivata alcuna risposta.", howToFix: "Riprova, o chiedi con altre parole." };
    return { title: "L’assistente ha un problema in questo momento.", howToFix: "Non dipende da te. Riprova tra poco." };
  },
};
