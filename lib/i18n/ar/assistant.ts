import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "عرض اللوحة",
  title: "المساعد",
  engine: { excerpts: "مقتطفات من هذه الوثائق", fallback: "مقتطفات من هذه الوثائق", model: "كتبها نموذج لغوي" },
  newConversation: "محادثة جديدة",
  recent: "المحادثات الأخيرة",
  recentHint: "محفوظة في هذا المتصفح فقط.",
  noRecent: "لا يحتفظ هذا المتصفح بأي محادثة بعد.",
  forget: (title) => `نسيان: ${title}`,
  close: "إغلاق المساعد",
  conversation: "المحادثة",
  welcome: "اسأل هذه الوثائق",
  welcomeHint: "تأتي الإجابات من هذه الوثائق وحدها، مع الأقسام التي أُخذت منها.",
  starters: "على سبيل المثال",
  yourQuestion: "سألت",
  answer: "الإجابة",
  placeholder: "اطرح سؤالًا",
  questionLabel: "سؤالك",
  send: "إرسال",
  stop: "إيقاف الإجابة",
  latest: "الانتقال إلى الأحدث",
  searching: "جارٍ البحث في الوثائق",
  answering: "جارٍ كتابة الإجابة",
  ready: (sources) => `الإجابة جاهزة، المصادر: ${sources}`,
  stopped: "توقفت",
  stoppedNote: "توقفت قبل النهاية.",
  sources: "المصادر",
  source: (number, title) => `المصدر ${number}: ${title}`,
  copyAnswer: "نسخ الإجابة",
  copyCode: "نسخ الكود",
  copied: "تم النسخ",
  copyFailed: "تعذّر النسخ",
  regenerate: "الإجابة مجددًا",
  retry: "حاول مجددًا",
  helpful: "مفيدة",
  notHelpful: "غير مفيدة",
  reasonLabel: "ما الخطأ أو الناقص؟",
  reasonPlaceholder: "اختياري. من فضلك لا تكتب شيئًا شخصيًا.",
  sendReason: "إرسال الملاحظة",
  skipReason: "ليس الآن",
  thanks: "شكرًا على ملاحظاتك.",
  feedbackFailed: "تعذّر إرسال ملاحظتك. حاول مجددًا.",
  context: "مرفق بالسؤال",
  contextCode: "كود",
  contextText: "نص",
  removeContext: (what) => `إزالة: ${what}`,
  contextFull: (most) => `يمكن إرفاق ${most} مقتطفات بالسؤال. أزل واحدًا أولًا.`,
  askSelection: "اسأل عن هذا",
  unanswered: "لم تكتمل إجابة هذا السؤال.",
  newTab: "يُفتح في علامة تبويب جديدة",
  failure: ({ kind, seconds }) => {
    if (kind === "offline") return { title: "تعذّر الوصول إلى المساعد.", howToFix: "تحقق من اتصال الإنترنت ثم حاول مجددًا." };
    if (kind === "limited")
      return {
        title: "أسئلة كثيرة حاليًا.",
        howToFix: seconds ? `حاول مجددًا بعد ${formatDuration(seconds, "ar")}.` : "حاول لاحقًا.",
      };
    if (kind === "broken") return { title: "انقطعت الإجابة.", howToFix: "يبقى ما وصل حتى تحاول مجددًا." };
    if (kind === "empty") return { title: "لم تصل أي إجابة.", howToFix: "حاول مجددًا أو اسأل بكلمات أخرى." };
    return { title: "في المساعد مشكلة الآن.", howToFix: "ليس الخطأ منك. حاول بعد لحظات." };
  },
};
