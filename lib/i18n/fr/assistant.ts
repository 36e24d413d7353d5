import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "Largeur du panneau",
  title: "Assistant",
  engine: {
    excerpts: "Extraits de cette documentation",
    fallback: "Extraits de cette documentation",
    model: "Rédigé par un modèle de langage",
  },
  newConversation: "Nouvelle conversation",
  recent: "Conversations récentes",
  recentHint: "Conservées dans ce navigateur uniquement.",
  noRecent: "Ce navigateur ne se souvient encore d’aucune conversation.",
  forget: (title) => `Oublier : ${title}`,
  close: "Fermer l’assistant",
  conversation: "Conversation",
  welcome: "Interrogez cette documentation",
  welcomeHint: "Les réponses viennent uniquement de cette documentation, avec les sections dont elles sont tirées.",
  starters: "Par exemple",
  yourQuestion: "Vous avez demandé",
  answer: "Réponse",
  placeholder: "Posez une question",
  questionLabel: "Votre question",
  send: "Envoyer",
  stop: "Arrêter la réponse",
  latest: "Aller au plus récent",
  searching: "Recherche dans la documentation",
  answering: "Rédaction de la réponse",
  ready: (sources) => `Réponse prête, sources : ${sources}`,
  stopped: "Arrêté",
  stoppedNote: "Arrêtée avant la fin.",
  sources: "Sources",
  source: (number, title) => `Source ${number} : ${title}`,
  copyAnswer: "Copier la réponse",
  copyCode: "Copier le code",
  copied: "Copié",
  copyFailed: "Copie impossible",
  regenerate: "Répondre à nouveau",
  retry: "Réessayer",
  helpful: "Utile",
  notHelpful: "Pas utile",
  reasonLabel: "Qu’est-ce qui était faux ou manquait ?",
  reasonPlaceholder: "Facultatif. Merci de n’écrire rien de personnel.",
  sendReason: "Envoyer l’avis",
  skipReason: "Pas maintenant",
  thanks: "Merci pour votre avis.",
  feedbackFailed: "Votre avis n’a pas pu être envoyé. Réessayez.",
  context: "Joint à la question",
  contextCode: "Code",
  contextText: "Texte",
  removeContext: (what) => `Retirer : ${what}`,
  contextFull: (most) => `Une question peut joindre ${most} extraits. Retirez-en un d’abord.`,
  askSelection: "Poser une question à ce sujet",
  unanswered: "La réponse à cette question n’a pas été terminée.",
  newTab: "s’ouvre dans un nouvel onglet",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "L’assistant est injoignable.", howToFix: "Vérifiez la connexion Internet, puis réessayez." };
    if (kind === "limited")
      return {
        title: "Trop de questions pour le moment.",
        howToFix: seconds ? `Réessayez dans ${formatDuration(seconds, "fr")}.` : "Réessayez plus tard.",
      };
    if (kind === "broken")
      return { title: "La réponse s’est interrompue.", howToFix: "Ce qui est là reste jusqu’à ce que vous réessayiez." };
    if (kind === "empty") return { title: "Aucune réponse n’est revenue.", howToFix: "Réessayez, ou demandez autrement." };
    return {
      title: "L’assistant a un problème en ce moment.",
      howToFix: "Ce n’est pas de votre faute. Réessayez dans un instant.",
    };
  },
};
