import type { ErrorsMessages } from "../en/errors.ts";

export const errors: ErrorsMessages = {
  codes: {
    unauthenticated: {
      title: "沒有權杖",
      meaning: "請求沒有權杖。",
      howToFix: "傳送標頭「Authorization: Bearer」，後接你的金鑰。",
    },
    invalid_token: {
      title: "權杖無效",
      meaning: "權杖未知、已撤銷、已過期或不完整。四種情況看起來相同，以免有人試探金鑰。",
      howToFix: "檢查是否複製了完整的金鑰。如果是，請建立新的。",
    },
    forbidden: {
      title: "禁止",
      meaning: "權杖有效但無權這樣做：類型、專案或組織不符，或 IP 位址或來源不在其清單中。",
      howToFix: "使用合適的金鑰，或建立一個列出你的位址或來源的金鑰。",
    },
    not_found: {
      title: "找不到",
      meaning: "網站、專案、對話、更新或路徑不存在，或不屬於你的權杖或 fp。",
      howToFix: "檢查網址中的名稱。對話請省略 threadId 重新開始。",
    },
    method_not_allowed: { title: "方法不允許", meaning: "路徑存在，但不支援此方法。", howToFix: "使用標頭 Allow 列出的方法。" },
    timeout: { title: "逾時", meaning: "請求內容沒有及時到達。", howToFix: "重新傳送請求。" },
    too_large: {
      title: "太大",
      meaning: "請求內容超過允許的大小。",
      howToFix: "減少內容。長對話中請省略較早的訊息：伺服器只需要最後幾則。",
    },
    unsupported_media_type: {
      title: "不支援的媒體類型",
      meaning: "請求內容不是 JSON。",
      howToFix: "以「Content-Type: application/json」傳送 JSON。",
    },
    invalid_request: {
      title: "請求無效",
      meaning: "請求內容不是格式正確的 JSON，或欄位有誤。",
      howToFix: "閱讀回應中的「errors」：其中列出錯誤的欄位、路徑、規則與修正方法。",
    },
    limit_exceeded: {
      title: "超出限制",
      meaning: "某項限制已用完。被拒絕的請求不計入。",
      howToFix: "依 Retry-After 給出的秒數等待。",
    },
    unavailable: {
      title: "無法使用",
      meaning: "服務無法存取儲存庫，或尚未就緒。",
      howToFix: "依 Retry-After 給出的秒數後重新傳送。",
    },
    internal: {
      title: "內部錯誤",
      meaning: "服務失敗，原因在其記錄中。",
      howToFix: "重新傳送請求。若仍失敗，請附上回應的 X-Request-Id 回報。",
    },
  },
  allCodes: "錯誤代碼",
  lead: "API 的每次拒絕都是帶有這些代碼之一的 JSON 文件。",
  status: "HTTP 狀態",
  meaning: "含義",
  howToFix: "如何解決",
};
