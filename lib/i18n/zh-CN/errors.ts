import type { ErrorsMessages } from "../en/errors.ts";

export const errors: ErrorsMessages = {
  codes: {
    unauthenticated: {
      title: "没有令牌",
      meaning: "请求没有令牌。",
      howToFix: "发送请求头“Authorization: Bearer”，后接你的密钥。",
    },
    invalid_token: {
      title: "令牌无效",
      meaning: "令牌未知、已撤销、已过期或不完整。四种情况看起来相同，以免有人试探密钥。",
      howToFix: "检查是否复制了完整的密钥。如果是，请创建新的。",
    },
    forbidden: {
      title: "禁止",
      meaning: "令牌有效但无权这样做：类型、项目或组织不符，或者 IP 地址或来源不在其列表中。",
      howToFix: "使用合适的密钥，或创建一个列出你的地址或来源的密钥。",
    },
    not_found: {
      title: "未找到",
      meaning: "站点、项目、会话、更新或路径不存在，或不属于你的令牌或 fp。",
      howToFix: "检查地址中的名称。会话请省略 threadId 重新开始。",
    },
    method_not_allowed: { title: "方法不允许", meaning: "路径存在，但不支持此方法。", howToFix: "使用请求头 Allow 列出的方法。" },
    timeout: { title: "超时", meaning: "请求体没有按时到达。", howToFix: "重新发送请求。" },
    too_large: {
      title: "太大",
      meaning: "请求体超过允许的大小。",
      howToFix: "减少内容。长对话中请省略较早的消息：服务器只需要最后几条。",
    },
    unsupported_media_type: {
      title: "不支持的媒体类型",
      meaning: "请求体不是 JSON。",
      howToFix: "以“Content-Type: application/json”发送 JSON。",
    },
    invalid_request: {
      title: "请求无效",
      meaning: "请求体不是格式正确的 JSON，或字段有误。",
      howToFix: "阅读响应中的“errors”：其中列出错误的字段、路径、规则和改正方法。",
    },
    limit_exceeded: {
      title: "超出限制",
      meaning: "某项限制已用完。被拒绝的请求不计数。",
      howToFix: "按 Retry-After 给出的秒数等待。",
    },
    unavailable: {
      title: "不可用",
      meaning: "服务无法访问存储，或尚未就绪。",
      howToFix: "按 Retry-After 给出的秒数后重新发送。",
    },
    internal: {
      title: "内部错误",
      meaning: "服务失败，原因在其日志中。",
      howToFix: "重新发送请求。若仍失败，请附上响应的 X-Request-Id 报告。",
    },
  },
  allCodes: "错误代码",
  lead: "API 的每次拒绝都是带有这些代码之一的 JSON 文档。",
  status: "HTTP 状态",
  meaning: "含义",
  howToFix: "如何解决",
};
