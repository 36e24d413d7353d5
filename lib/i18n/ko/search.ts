import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "문서 검색",
  placeholder: "문서 검색",
  close: "닫기",
  clear: "검색어 지우기",
  language: "언어",
  version: "버전",
  allLanguages: "모든 언어",
  allVersions: "모든 버전",
  results: "검색 결과",
  lessLikely: "가능성 낮음",
  searchedIn: (scope) => `${scope}에서 검색`,
  recent: "최근 검색",
  clearRecent: "모두 지우기",
  removeRecent: (query) => `검색 “${query}” 지우기`,
  start: "무엇을 찾으시나요?",
  startList: "어디서 시작할까요",
  startPages: "여기서 시작",
  searching: "검색 중",
  count: (hits, pages) => `페이지 ${pages}개에서 결과 ${hits}개`,
  none: (query) => `“${query}”에 대한 결과 없음`,
  noneTips: ["맞춤법을 확인하거나 단어를 줄여 보세요."],
  searchEverywhere: "모든 버전과 언어에서 검색",
  ask: "도우미에게 질문",
  askHint: "이 문서에서 출처와 함께 답을 얻으세요",
  failure: ({ kind, seconds }) => {
    if (kind === "offline") return { title: "검색에 연결할 수 없습니다", howToFix: "인터넷 연결을 확인하고 다시 시도하세요." };
    if (kind === "limited")
      return {
        title: "짧은 시간에 검색이 너무 많습니다",
        howToFix: seconds ? `${formatDuration(seconds, "ko")} 후 다시 시도하세요.` : "나중에 다시 시도하세요.",
      };
    return { title: "지금 검색에 문제가 있습니다", howToFix: "사용자 잘못이 아닙니다. 잠시 후 다시 시도하세요." };
  },
  retry: "다시 시도",
  apiReference: "API",
  keys: { move: "이동", open: "열기", close: "닫기" },
};
