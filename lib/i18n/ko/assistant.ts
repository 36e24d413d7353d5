import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "패널 너비",
  title: "도우미",
  engine: { excerpts: "이 문서에서 발췌", fallback: "이 문서에서 발췌", model: "언어 모델이 작성" },
  newConversation: "새 대화",
  recent: "최근 대화",
  recentHint: "이 브라우저에만 보관됩니다.",
  noRecent: "이 브라우저에 저장된 대화가 없습니다.",
  forget: (title) => `지우기: ${title}`,
  close: "도우미 닫기",
  conversation: "대화",
  welcome: "이 문서에 질문하기",
  welcomeHint: "답은 이 문서에서만 나오며 출처 섹션이 함께 표시됩니다.",
  starters: "예를 들면",
  yourQuestion: "질문",
  answer: "답변",
  placeholder: "질문하기",
  questionLabel: "질문",
  send: "보내기",
  stop: "답변 멈추기",
  latest: "최신으로 이동",
  searching: "문서 검색 중",
  answering: "답변 중",
  ready: (sources) => `답변 완료, 출처 ${sources}개`,
  stopped: "멈춤",
  stoppedNote: "끝나기 전에 멈췄습니다.",
  sources: "출처",
  source: (number, title) => `출처 ${number}: ${title}`,
  copyAnswer: "답변 복사",
  copyCode: "코드 복사",
  copied: "복사됨",
  copyFailed: "복사할 수 없음",
  regenerate: "다시 답변",
  retry: "다시 시도",
  helpful: "도움이 됨",
  notHelpful: "도움이 안 됨",
  reasonLabel: "무엇이 틀렸거나 빠졌나요?",
  reasonPlaceholder: "선택 사항입니다. 개인 정보는 쓰지 마세요.",
  sendReason: "의견 보내기",
  skipReason: "나중에",
  thanks: "의견을 주셔서 감사합니다.",
  feedbackFailed: "의견을 보내지 못했습니다. 다시 시도하세요.",
  context: "함께 보냄",
  contextCode: "코드",
  contextText: "텍스트",
  removeContext: (what) => `제거: ${what}`,
  contextFull: (most) => `질문에는 발췌를 ${most}개까지 담을 수 있습니다. 먼저 하나를 제거하세요.`,
  askSelection: "이에 대해 질문",
  unanswered: "이 질문의 답변이 완료되지 않았습니다.",
  newTab: "새 탭에서 열림",
  failure: ({ kind, seconds }) => {
    if (kind === "offline") return { title: "도우미에 연결할 수 없습니다.", howToFix: "인터넷 연결을 확인하고 다시 시도하세요." };
    if (kind === "limited")
      return {
        title: "지금은 질문이 너무 많습니다.",
        howToFix: seconds ? `${formatDuration(seconds, "ko")} 후 다시 시도하세요.` : "나중에 다시 시도하세요.",
      };
    if (kind === "broken") return { title: "답변이 끊겼습니다.", howToFix: "다시 시도할 때까지 여기까지의 내용이 남습니다." };
    if (kind === "empty") return { title: "답변이 오지 않았습니다.", howToFix: "다시 시도하거나 다른 말로 물어보세요." };
    return { title: "지금 도우미에 문제가 있습니다.", howToFix: "사용자 잘못이 아닙니다. 잠시 후 다시 시도하세요." };
  },
};
