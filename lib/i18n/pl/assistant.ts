import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "Szerokość panelu",
  title: "Asystent",
  engine: {
    excerpts: "Fragmenty tej dokumentacji",
    fallback: "Fragmenty tej dokumentacji",
    model: "Napisane przez model językowy",
  },
  newConversation: "Nowa rozmowa",
  recent: "Ostatnie rozmowy",
  recentHint: "Przechowywane tylko w tej przeglądarce.",
  noRecent: "Ta przeglądarka nie pamięta jeszcze żadnej rozmowy.",
  forget: (title) => `Zapomnij: ${title}`,
  close: "Zamknij asystenta",
  conversation: "Rozmowa",
  welcome: "Zapytaj tę dokumentację",
  welcomeHint: "Odpowiedzi pochodzą tylko z tej dokumentacji, wraz z działami źródłowymi.",
  starters: "Na przykład",
  yourQuestion: "Twoje pytanie",
  answer: "Odpowiedź",
  placeholder: "Zadaj pytanie",
  questionLabel: "Twoje pytanie",
  send: "Wyślij",
  stop: "Zatrzymaj odpowiedź",
  latest: "Przejdź do najnowszego",
  searching: "Przeszukuję dokumentację",
  answering: "Odpowiadam",
  ready: (sources) => `Odpowiedź gotowa, źródła: ${sources}`,
  stopped: "Zatrzymano",
  stoppedNote: "Zatrzymano przed końcem.",
  sources: "Źródła",
  source: (number, title) => `Źródło ${number}: ${title}`,
  copyAnswer: "Kopiuj odpowiedź",
  copyCode: "Kopiuj kod",
  copied: "Skopiowano",
  copyFailed: "Nie udało się skopiować",
  regenerate: "Odpowiedz jeszcze raz",
  retry: "Spróbuj ponownie",
  helpful: "Pomocne",
  notHelpful: "Niepomocne",
  reasonLabel: "Co było błędne lub czego brakowało?",
  reasonPlaceholder: "Opcjonalnie. Bez danych osobowych.",
  sendReason: "Wyślij opinię",
  skipReason: "Nie teraz",
  thanks: "Dziękujemy za opinię.",
  feedbackFailed: "Nie udało się wysłać opinii. Spróbuj ponownie.",
  context: "Dołączono",
  contextCode: "Kod",
  contextText: "Tekst",
  removeContext: (what) => `Usuń: ${what}`,
  contextFull: (most) => `Do pytania można dołączyć fragmenty: ${most}. Najpierw usuń jeden.`,
  askSelection: "Zapytaj o to",
  unanswered: "Odpowiedź na to pytanie nie została dokończona.",
  newTab: "otwiera się w nowej karcie",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "Asystent jest nieosiągalny.", howToFix: "Sprawdź połączenie z internetem i spróbuj ponownie." };
    if (kind === "limited")
      return {
        title: "Zbyt wiele pytań na teraz.",
        howToFix: seconds ? `Spróbuj ponownie za ${formatDuration(seconds, "pl")}.` : "Spróbuj później.",
      };
    if (kind === "broken")
      return { title: "Odpowiedź się urwała.", howToFix: "To, co jest, pozostanie, dopóki nie spróbujesz ponownie." };
    if (kind === "empty") return { title: "Nie przyszła żadna odpowiedź.", howToFix: "Spróbuj ponownie lub zapytaj inaczej." };
    return { title: "Asystent ma teraz problem.", howToFix: "To nie Twoja wina. Spróbuj za chwilę." };
  },
};
