import type { ErrorsMessages } from "../en/errors.ts";

export const errors: ErrorsMessages = {
  codes: {
    unauthenticated: {
      title: "Belirteç yok",
      meaning: "İstekte belirteç yok.",
      howToFix: "“Authorization: Bearer” başlığını anahtarınızla gönderin.",
    },
    invalid_token: {
      title: "Geçersiz belirteç",
      meaning:
        "Belirteç bilinmiyor, iptal edilmiş, süresi dolmuş ya da eksik. Anahtarlar denenemesin diye dördü de aynı görünür.",
      howToFix: "Anahtarın tümünün kopyalandığını denetleyin. Kopyalandıysa yenisini oluşturun.",
    },
    forbidden: {
      title: "Yasak",
      meaning:
        "Belirteç gerçek ama buna yetkisi yok: türü, projesi ya da kuruluşu farklı, veya IP adresi ya da kaynağı listesinde değil.",
      howToFix: "Uygun bir anahtar kullanın ya da adresinizi veya kaynağınızı içeren bir anahtar oluşturun.",
    },
    not_found: {
      title: "Bulunamadı",
      meaning: "Site, proje, konuşma, güncelleme ya da yol yok, veya belirtecinize ya da fp’nize ait değil.",
      howToFix: "Adresteki adları denetleyin. Konuşma için threadId olmadan yenisini başlatın.",
    },
    method_not_allowed: {
      title: "Yöntem izinli değil",
      meaning: "Yol var ama bu yöntem için değil.",
      howToFix: "Allow başlığındaki bir yöntemi kullanın.",
    },
    timeout: { title: "Zaman aşımı", meaning: "İsteğin gövdesi zamanında gelmedi.", howToFix: "İsteği yeniden gönderin." },
    too_large: {
      title: "Çok büyük",
      meaning: "Gövde izin verilenden büyük.",
      howToFix: "Daha az gönderin. Uzun bir sohbette eski iletileri bırakın: sunucuya yalnızca sonuncular gerekir.",
    },
    unsupported_media_type: {
      title: "Desteklenmeyen ortam türü",
      meaning: "Gövde JSON değil.",
      howToFix: "“Content-Type: application/json” başlığıyla JSON gönderin.",
    },
    invalid_request: {
      title: "Geçersiz istek",
      meaning: "Gövde düzgün JSON değil ya da alanlar yanlış.",
      howToFix: "Yanıttaki “errors” bölümünü okuyun: yanlış alanları yol, kural ve düzeltmeyle listeler.",
    },
    limit_exceeded: {
      title: "Sınır aşıldı",
      meaning: "Bir sınır tükendi. Reddedilen istek sayılmaz.",
      howToFix: "Retry-After başlığındaki saniye kadar bekleyin.",
    },
    unavailable: {
      title: "Kullanılamıyor",
      meaning: "Hizmet deposuna ulaşamıyor ya da henüz hazır değil.",
      howToFix: "İsteği Retry-After başlığındaki saniye sonra yeniden gönderin.",
    },
    internal: {
      title: "İç hata",
      meaning: "Hizmet başarısız oldu. Nedeni günlüğündedir.",
      howToFix: "İsteği yeniden gönderin. Yine olmazsa yanıtın X-Request-Id değeriyle bildirin.",
    },
  },
  allCodes: "Hata kodları",
  lead: "API’nin her reddi, bu kodlardan birini taşıyan bir JSON belgesidir.",
  status: "HTTP durumu",
  meaning: "Anlamı",
  howToFix: "Nasıl düzeltilir",
};
