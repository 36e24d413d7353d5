import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "Поиск по документации",
  placeholder: "Поиск по документации",
  close: "Закрыть",
  clear: "Очистить текст поиска",
  language: "Язык",
  version: "Версия",
  allLanguages: "Все языки",
  allVersions: "Все версии",
  results: "Результаты поиска",
  lessLikely: "Менее вероятно",
  searchedIn: (scope) => `Поиск в ${scope}`,
  recent: "Недавние запросы",
  clearRecent: "Очистить всё",
  removeRecent: (query) => `Забыть запрос «${query}»`,
  start: "Что вы ищете?",
  startList: "С чего начать",
  startPages: "Начните здесь",
  searching: "Поиск",
  count: (hits, pages) => `Результатов: ${hits}, страниц: ${pages}`,
  none: (query) => `Ничего не найдено по запросу «${query}»`,
  noneTips: ["Проверьте написание или уберите часть слов."],
  searchEverywhere: "Искать во всех версиях и языках",
  ask: "Спросить помощника",
  askHint: "Получите ответ из этой документации с источниками",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "Поиск недоступен", howToFix: "Проверьте подключение к интернету и попробуйте снова." };
    if (kind === "limited")
      return {
        title: "Слишком много запросов за короткое время",
        howToFix: seconds ? `Повторите через ${formatDuration(seconds, "ru")}.` : "Попробуйте позже.",
      };
    return { title: "С поиском сейчас проблема", howToFix: "Вы ни при чём. Попробуйте чуть позже." };
  },
  retry: "Повторить",
  apiReference: "API",
  keys: { move: "перейти", open: "открыть", close: "закрыть" },
};
