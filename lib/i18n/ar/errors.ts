import type { ErrorsMessages } from "../en/errors.ts";

export const errors: ErrorsMessages = {
  codes: {
    unauthenticated: {
      title: "لا رمز",
      meaning: "لا يحتوي الطلب على رمز.",
      howToFix: "أرسل الترويسة «Authorization: Bearer» يليها مفتاحك.",
    },
    invalid_token: {
      title: "رمز غير صالح",
      meaning: "الرمز مجهول أو ملغى أو منتهٍ أو غير كامل. تبدو الحالات الأربع متشابهة حتى لا يخمّن أحد المفاتيح.",
      howToFix: "تحقق من نسخ المفتاح كاملًا. إن كان كذلك فأنشئ مفتاحًا جديدًا.",
    },
    forbidden: {
      title: "ممنوع",
      meaning: "الرمز حقيقي لكنه لا يملك هذا الحق: نوعه أو مشروعه أو مؤسسته مختلفة، أو أن عنوان IP أو المصدر ليس في قائمته.",
      howToFix: "استخدم مفتاحًا مناسبًا، أو أنشئ مفتاحًا يضم عنوانك أو مصدرك.",
    },
    not_found: {
      title: "غير موجود",
      meaning: "الموقع أو المشروع أو المحادثة أو التحديث أو المسار غير موجود، أو لا يخص رمزك أو fp.",
      howToFix: "تحقق من الأسماء في العنوان. للمحادثة ابدأ واحدة جديدة دون threadId.",
    },
    method_not_allowed: {
      title: "طريقة غير مسموحة",
      meaning: "المسار موجود لكن ليس لهذه الطريقة.",
      howToFix: "استخدم طريقة تذكرها الترويسة Allow.",
    },
    timeout: { title: "انتهت المهلة", meaning: "لم يصل نص الطلب في الوقت المحدد.", howToFix: "أرسل الطلب مجددًا." },
    too_large: {
      title: "كبير جدًا",
      meaning: "النص أكبر من المسموح.",
      howToFix: "أرسل أقل. في المحادثة الطويلة اترك الرسائل القديمة: لا يحتاج الخادم إلا إلى الأخيرة.",
    },
    unsupported_media_type: {
      title: "نوع محتوى غير مدعوم",
      meaning: "النص ليس JSON.",
      howToFix: "أرسل JSON مع الترويسة «Content-Type: application/json».",
    },
    invalid_request: {
      title: "طلب غير صالح",
      meaning: "النص ليس JSON سليمًا، أو في الحقول أخطاء.",
      howToFix: "اقرأ «errors» في الاستجابة: تسرد الحقول الخاطئة مع مسارها وقاعدتها وكيفية إصلاحها.",
    },
    limit_exceeded: {
      title: "تم تجاوز الحد",
      meaning: "استُنفد أحد الحدود. لا يُحتسب الطلب المرفوض.",
      howToFix: "انتظر عدد الثواني المذكور في الترويسة Retry-After.",
    },
    unavailable: {
      title: "غير متاح",
      meaning: "لا تستطيع الخدمة الوصول إلى مخزنها، أو ليست جاهزة بعد.",
      howToFix: "أعد إرسال الطلب بعد عدد الثواني المذكور في Retry-After.",
    },
    internal: {
      title: "خطأ داخلي",
      meaning: "أخفقت الخدمة. السبب في سجلها.",
      howToFix: "أرسل الطلب مجددًا. إن أخفق ثانية فأبلغ عنه مع X-Request-Id للاستجابة.",
    },
  },
  allCodes: "رموز الأخطاء",
  lead: "كل رفض من الواجهة البرمجية مستند JSON يحمل أحد هذه الرموز.",
  status: "حالة HTTP",
  meaning: "المعنى",
  howToFix: "كيفية الإصلاح",
};
