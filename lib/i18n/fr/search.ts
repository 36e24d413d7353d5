import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "Rechercher dans la documentation",
  placeholder: "Rechercher dans la documentation",
  close: "Fermer",
  clear: "Effacer le texte recherché",
  language: "Langue",
  version: "Version",
  allLanguages: "Toutes les langues",
  allVersions: "Toutes les versions",
  results: "Résultats de la recherche",
  lessLikely: "Moins probables",
  searchedIn: (scope) => `Rechercher dans ${scope}`,
  recent: "Recherches récentes",
  clearRecent: "Tout effacer",
  removeRecent: (query) => `Oublier la recherche « ${query} »`,
  start: "Que cherchez-vous ?",
  startList: "Par où commencer",
  startPages: "Pour commencer",
  searching: "Recherche en cours",
  count: (hits, pages) => `${hits} résultats sur ${pages} pages`,
  none: (query) => `Aucun résultat pour « ${query} »`,
  noneTips: ["Vérifiez l’orthographe ou essayez moins de mots."],
  searchEverywhere: "Rechercher dans toutes les versions et langues",
  ask: "Demander à l’assistant",
  askHint: "Obtenez une réponse tirée de cette documentation, avec ses sources",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "La recherche est injoignable", howToFix: "Vérifiez la connexion Internet, puis réessayez." };
    if (kind === "limited")
      return {
        title: "Trop de recherches en peu de temps",
        howToFix: seconds ? `Réessayez dans ${formatDuration(seconds, "fr")}.` : "Réessayez plus tard.",
      };
    return {
      title: "La recherche a un problème en ce moment",
      howToFix: "Ce n’est pas de votre faute. Réessayez dans un instant.",
    };
  },
  retry: "Réessayer",
  apiReference: "API",
  keys: { move: "se déplacer", open: "ouvrir", close: "fermer" },
};
