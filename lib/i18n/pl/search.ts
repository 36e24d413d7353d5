import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "Szukaj w dokumentacji",
  placeholder: "Szukaj w dokumentacji",
  close: "Zamknij",
  clear: "Wyczyść tekst wyszukiwania",
  language: "Język",
  version: "Wersja",
  allLanguages: "Wszystkie języki",
  allVersions: "Wszystkie wersje",
  results: "Wyniki wyszukiwania",
  lessLikely: "Mniej prawdopodobne",
  searchedIn: (scope) => `Szukaj w ${scope}`,
  recent: "Ostatnie wyszukiwania",
  clearRecent: "Wyczyść wszystko",
  removeRecent: (query) => `Zapomnij wyszukiwanie „${query}”`,
  start: "Czego szukasz?",
  startList: "Od czego zacząć",
  startPages: "Zacznij tutaj",
  searching: "Szukam",
  count: (hits, pages) => `Wyniki: ${hits}, strony: ${pages}`,
  none: (query) => `Brak wyników dla „${query}”`,
  noneTips: ["Sprawdź pisownię lub użyj mniej słów."],
  searchEverywhere: "Szukaj we wszystkich wersjach i językach",
  ask: "Zapytaj asystenta",
  askHint: "Uzyskaj odpowiedź z tej dokumentacji wraz ze źródłami",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "Wyszukiwarka jest nieosiągalna", howToFix: "Sprawdź połączenie z internetem i spróbuj ponownie." };
    if (kind === "limited")
      return {
        title: "Zbyt wiele wyszukiwań w krótkim czasie",
        howToFix: seconds ? `Spróbuj ponownie za ${formatDuration(seconds, "pl")}.` : "Spróbuj później.",
      };
    return { title: "Wyszukiwarka ma teraz problem", howToFix: "To nie Twoja wina. Spróbuj za chwilę." };
  },
  retry: "Spróbuj ponownie",
  apiReference: "API",
  keys: { move: "przejdź", open: "otwórz", close: "zamknij" },
};
