import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "Breite des Bereichs",
  title: "Assistent",
  engine: {
    excerpts: "Auszüge aus dieser Dokumentation",
    fallback: "Auszüge aus dieser Dokumentation",
    model: "Von einem Sprachmodell verfasst",
  },
  newConversation: "Neues Gespräch",
  recent: "Letzte Gespräche",
  recentHint: "Nur in diesem Browser gespeichert.",
  noRecent: "Dieser Browser kennt noch kein Gespräch.",
  forget: (title) => `Vergessen: ${title}`,
  close: "Assistent schließen",
  conversation: "Gespräch",
  welcome: "Fragen Sie diese Dokumentation",
  welcomeHint: "Antworten stammen nur aus dieser Dokumentation, jeweils mit den Abschnitten, aus denen sie stammen.",
  starters: "Zum Beispiel",
  yourQuestion: "Sie fragten",
  answer: "Antwort",
  placeholder: "Frage stellen",
  questionLabel: "Ihre Frage",
  send: "Senden",
  stop: "Antwort anhalten",
  latest: "Zum Neuesten",
  searching: "Durchsucht die Dokumentation",
  answering: "Antwortet",
  ready: (sources) => `Antwort fertig, Quellen: ${sources}`,
  stopped: "Angehalten",
  stoppedNote: "Vor dem Ende angehalten.",
  sources: "Quellen",
  source: (number, title) => `Quelle ${number}: ${title}`,
  copyAnswer: "Antwort kopieren",
  copyCode: "Code kopieren",
  copied: "Kopiert",
  copyFailed: "Kopieren nicht möglich",
  regenerate: "Erneut antworten",
  retry: "Erneut versuchen",
  helpful: "Hilfreich",
  notHelpful: "Nicht hilfreich",
  reasonLabel: "Was war falsch oder fehlte?",
  reasonPlaceholder: "Freiwillig. Bitte nichts Persönliches.",
  sendReason: "Rückmeldung senden",
  skipReason: "Nicht jetzt",
  thanks: "Danke für die Rückmeldung.",
  feedbackFailed: "Ihre Rückmeldung konnte nicht gesendet werden. Versuchen Sie es erneut.",
  context: "Mitgegeben",
  contextCode: "Code",
  contextText: "Text",
  removeContext: (what) => `Entfernen: ${what}`,
  contextFull: (most) => `Eine Frage kann ${most} Auszüge mitnehmen. Entfernen Sie zuerst einen.`,
  askSelection: "Dazu fragen",
  unanswered: "Die Antwort auf diese Frage wurde nicht fertig.",
  newTab: "öffnet in neuem Tab",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return {
        title: "Der Assistent ist nicht erreichbar.",
        howToFix: "Prüfen Sie die Internetverbindung und versuchen Sie es erneut.",
      };
    if (kind === "limited")
      return {
        title: "Zu viele Fragen im Moment.",
        howToFix: seconds ? `Versuchen Sie es in ${formatDuration(seconds, "de")} erneut.` : "Versuchen Sie es später erneut.",
      };
    if (kind === "broken")
      return { title: "Die Antwort brach ab.", howToFix: "Was da ist, bleibt, bis Sie es erneut versuchen." };
    if (kind === "empty") return { title: "Es kam keine Antwort.", howToFix: "Versuchen Sie es erneut oder fragen Sie anders." };
    return {
      title: "Der Assistent hat gerade ein Problem.",
      howToFix: "Es liegt nicht an Ihnen. Versuchen Sie es gleich noch einmal.",
    };
  },
};
