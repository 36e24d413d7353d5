import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "Ширина панели",
  title: "Помощник",
  engine: {
    excerpts: "Выдержки из этой документации",
    fallback: "Выдержки из этой документации",
    model: "Написано языковой моделью",
  },
  newConversation: "Новый разговор",
  recent: "Недавние разговоры",
  recentHint: "Хранятся только в этом браузере.",
  noRecent: "В этом браузере разговоров пока нет.",
  forget: (title) => `Забыть: ${title}`,
  close: "Закрыть помощника",
  conversation: "Разговор",
  welcome: "Спросите эту документацию",
  welcomeHint: "Ответы берутся только из этой документации, с указанием разделов.",
  starters: "Например",
  yourQuestion: "Вы спросили",
  answer: "Ответ",
  placeholder: "Задайте вопрос",
  questionLabel: "Ваш вопрос",
  send: "Отправить",
  stop: "Остановить ответ",
  latest: "К последнему",
  searching: "Поиск в документации",
  answering: "Пишет ответ",
  ready: (sources) => `Ответ готов, источников: ${sources}`,
  stopped: "Остановлено",
  stoppedNote: "Остановлено до конца.",
  sources: "Источники",
  source: (number, title) => `Источник ${number}: ${title}`,
  copyAnswer: "Копировать ответ",
  copyCode: "Копировать код",
  copied: "Скопировано",
  copyFailed: "Не удалось скопировать",
  regenerate: "Ответить ещё раз",
  retry: "Повторить",
  helpful: "Полезно",
  notHelpful: "Не полезно",
  reasonLabel: "Что неверно или чего не хватает?",
  reasonPlaceholder: "Необязательно. Без личных данных, пожалуйста.",
  sendReason: "Отправить отзыв",
  skipReason: "Не сейчас",
  thanks: "Спасибо за отзыв.",
  feedbackFailed: "Отзыв не отправлен. Попробуйте ещё раз.",
  context: "Приложено",
  contextCode: "Код",
  contextText: "Текст",
  removeContext: (what) => `Убрать: ${what}`,
  contextFull: (most) => `К вопросу можно приложить выдержек: ${most}. Сначала уберите одну.`,
  askSelection: "Спросить об этом",
  unanswered: "Ответ на этот вопрос не закончен.",
  newTab: "откроется в новой вкладке",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "Помощник недоступен.", howToFix: "Проверьте подключение к интернету и попробуйте снова." };
    if (kind === "limited")
      return {
        title: "Слишком много вопросов сейчас.",
        howToFix: seconds ? `Повторите через ${formatDuration(seconds, "ru")}.` : "Попробуйте позже.",
      };
    if (kind === "broken") return { title: "Ответ прервался.", howToFix: "Написанное останется, пока вы не повторите." };
    if (kind === "empty") return { title: "Ответ не пришёл.", howToFix: "Повторите или спросите иначе." };
    return { title: "С помощником сейчас проблема.", howToFix: "Вы ни при чём. Попробуйте чуть позже." };
  },
};
