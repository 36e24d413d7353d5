import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "Panelin genişliği",
  title: "Yardımcı",
  engine: { excerpts: "Bu belgelerden alıntılar", fallback: "Bu belgelerden alıntılar", model: "Bir dil modeli yazdı" },
  newConversation: "Yeni konuşma",
  recent: "Son konuşmalar",
  recentHint: "Yalnızca bu tarayıcıda saklanır.",
  noRecent: "Bu tarayıcıda henüz konuşma yok.",
  forget: (title) => `Unut: ${title}`,
  close: "Yardımcıyı kapat",
  conversation: "Konuşma",
  welcome: "Bu belgelere sorun",
  welcomeHint: "Yanıtlar yalnızca bu belgelerden, alındıkları bölümlerle birlikte gelir.",
  starters: "Örneğin",
  yourQuestion: "Sorunuz",
  answer: "Yanıt",
  placeholder: "Bir soru sorun",
  questionLabel: "Sorunuz",
  send: "Gönder",
  stop: "Yanıtı durdur",
  latest: "En sona git",
  searching: "Belgelerde aranıyor",
  answering: "Yanıtlanıyor",
  ready: (sources) => `Yanıt hazır, kaynak sayısı: ${sources}`,
  stopped: "Durduruldu",
  stoppedNote: "Bitmeden durduruldu.",
  sources: "Kaynaklar",
  source: (number, title) => `Kaynak ${number}: ${title}`,
  copyAnswer: "Yanıtı kopyala",
  copyCode: "Kodu kopyala",
  copied: "Kopyalandı",
  copyFailed: "Kopyalanamadı",
  regenerate: "Yeniden yanıtla",
  retry: "Yeniden dene",
  helpful: "Yararlı",
  notHelpful: "Yararlı değil",
  reasonLabel: "Yanlış ya da eksik olan neydi?",
  reasonPlaceholder: "İsteğe bağlı. Lütfen kişisel bilgi yazmayın.",
  sendReason: "Geri bildirim gönder",
  skipReason: "Şimdi değil",
  thanks: "Geri bildiriminiz için teşekkürler.",
  feedbackFailed: "Geri bildirim gönderilemedi. Yeniden deneyin.",
  context: "Eklenen",
  contextCode: "Kod",
  contextText: "Metin",
  removeContext: (what) => `Kaldır: ${what}`,
  contextFull: (most) => `Bir soruya ${most} alıntı eklenebilir. Önce birini kaldırın.`,
  askSelection: "Bunu sor",
  unanswered: "Bu sorunun yanıtı tamamlanmadı.",
  newTab: "yeni sekmede açılır",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "Yardımcıya ulaşılamıyor.", howToFix: "İnternet bağlantısını denetleyip yeniden deneyin." };
    if (kind === "limited")
      return {
        title: "Şimdilik çok fazla soru var.",
        howToFix: seconds ? `${formatDuration(seconds, "tr")} sonra yeniden deneyin.` : "Daha sonra yeniden deneyin.",
      };
    if (kind === "broken") return { title: "Yanıt yarıda kesildi.", howToFix: "Yeniden deneyene kadar buradakiler kalır." };
    if (kind === "empty") return { title: "Yanıt gelmedi.", howToFix: "Yeniden deneyin ya da başka sözcüklerle sorun." };
    return { title: "Yardımcıda şu anda bir sorun var.", howToFix: "Sizden kaynaklanmıyor. Birazdan yeniden deneyin." };
  },
};
