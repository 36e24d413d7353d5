import type { ErrorsMessages } from "../en/errors.ts";

export const errors: ErrorsMessages = {
  codes: {
    unauthenticated: {
      title: "토큰 없음",
      meaning: "요청에 토큰이 없습니다.",
      howToFix: "“Authorization: Bearer” 헤더 뒤에 키를 붙여 보내세요.",
    },
    invalid_token: {
      title: "잘못된 토큰",
      meaning:
        "토큰을 알 수 없거나, 취소되었거나, 만료되었거나, 완전하지 않습니다. 키를 추측하지 못하도록 네 경우가 같아 보입니다.",
      howToFix: "키 전체를 복사했는지 확인하고, 그렇다면 새로 만드세요.",
    },
    forbidden: {
      title: "금지됨",
      meaning: "토큰은 유효하지만 권한이 없습니다. 종류, 프로젝트, 조직이 다르거나 IP 주소나 출처가 목록에 없습니다.",
      howToFix: "알맞은 키를 쓰거나 주소 또는 출처를 포함한 키를 만드세요.",
    },
    not_found: {
      title: "찾을 수 없음",
      meaning: "사이트, 프로젝트, 대화, 업데이트 또는 경로가 없거나 토큰 또는 fp의 것이 아닙니다.",
      howToFix: "주소의 이름을 확인하세요. 대화는 threadId 없이 새로 시작하세요.",
    },
    method_not_allowed: {
      title: "허용되지 않는 메서드",
      meaning: "경로는 있지만 이 메서드는 지원하지 않습니다.",
      howToFix: "Allow 헤더에 있는 메서드를 쓰세요.",
    },
    timeout: { title: "시간 초과", meaning: "요청 본문이 제때 도착하지 않았습니다.", howToFix: "요청을 다시 보내세요." },
    too_large: {
      title: "너무 큼",
      meaning: "본문이 허용 크기보다 큽니다.",
      howToFix: "줄여서 보내세요. 긴 대화에서는 이전 메시지를 빼도 됩니다. 서버는 마지막 것만 필요합니다.",
    },
    unsupported_media_type: {
      title: "지원하지 않는 미디어 유형",
      meaning: "본문이 JSON이 아닙니다.",
      howToFix: "“Content-Type: application/json” 헤더로 JSON을 보내세요.",
    },
    invalid_request: {
      title: "잘못된 요청",
      meaning: "본문이 올바른 JSON이 아니거나 필드가 잘못되었습니다.",
      howToFix: "응답의 “errors”를 읽으세요. 잘못된 필드의 경로, 규칙, 해결 방법이 있습니다.",
    },
    limit_exceeded: {
      title: "한도 초과",
      meaning: "한도를 모두 썼습니다. 거절된 요청은 세지 않습니다.",
      howToFix: "Retry-After 헤더의 초만큼 기다리세요.",
    },
    unavailable: {
      title: "사용할 수 없음",
      meaning: "서비스가 저장소에 연결할 수 없거나 아직 준비되지 않았습니다.",
      howToFix: "Retry-After 헤더의 초가 지난 뒤 다시 보내세요.",
    },
    internal: {
      title: "내부 오류",
      meaning: "서비스가 실패했습니다. 원인은 로그에 있습니다.",
      howToFix: "다시 보내고, 또 실패하면 응답의 X-Request-Id와 함께 알려 주세요.",
    },
  },
  allCodes: "오류 코드",
  lead: "API의 모든 거절은 이 코드 중 하나를 가진 JSON 문서입니다.",
  status: "HTTP 상태",
  meaning: "의미",
  howToFix: "해결 방법",
};
