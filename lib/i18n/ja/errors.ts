import type { ErrorsMessages } from "../en/errors.ts";

export const errors: ErrorsMessages = {
  codes: {
    unauthenticated: {
      title: "トークンがありません",
      meaning: "リクエストにトークンがありません。",
      howToFix: "ヘッダー「Authorization: Bearer」に続けてキーを送信してください。",
    },
    invalid_token: {
      title: "無効なトークン",
      meaning: "トークンが不明、失効、期限切れ、または不完全です。キーを探られないよう、四つは同じに見えます。",
      howToFix: "キー全体をコピーしたか確認し、そうであれば新しいキーを作成してください。",
    },
    forbidden: {
      title: "禁止",
      meaning:
        "トークンは本物ですが権限がありません。種類、プロジェクト、組織が異なるか、IP アドレスまたはオリジンが一覧にありません。",
      howToFix: "適切なキーを使うか、アドレスやオリジンを含むキーを作成してください。",
    },
    not_found: {
      title: "見つかりません",
      meaning: "サイト、プロジェクト、スレッド、更新、またはパスが存在しないか、あなたのトークンや fp のものではありません。",
      howToFix: "アドレスの名前を確認してください。スレッドは threadId を省いて新しく始めてください。",
    },
    method_not_allowed: {
      title: "許可されていないメソッド",
      meaning: "パスはありますが、このメソッドには対応していません。",
      howToFix: "ヘッダー Allow にあるメソッドを使ってください。",
    },
    timeout: {
      title: "タイムアウト",
      meaning: "リクエスト本文が時間内に届きませんでした。",
      howToFix: "もう一度送信してください。",
    },
    too_large: {
      title: "大きすぎます",
      meaning: "本文が許される大きさを超えています。",
      howToFix: "減らして送信してください。長い会話では古いメッセージを省けます。サーバーに必要なのは最後のものだけです。",
    },
    unsupported_media_type: {
      title: "未対応のメディアタイプ",
      meaning: "本文が JSON ではありません。",
      howToFix: "ヘッダー「Content-Type: application/json」で JSON を送信してください。",
    },
    invalid_request: {
      title: "無効なリクエスト",
      meaning: "本文が正しい JSON でないか、フィールドに誤りがあります。",
      howToFix: "レスポンスの「errors」に、誤ったフィールドのパス、規則、直し方があります。",
    },
    limit_exceeded: {
      title: "上限を超えました",
      meaning: "上限を使い切りました。拒否されたリクエストは数えません。",
      howToFix: "ヘッダー Retry-After の秒数だけ待ってください。",
    },
    unavailable: {
      title: "利用できません",
      meaning: "サービスがストアに接続できないか、まだ準備ができていません。",
      howToFix: "ヘッダー Retry-After の秒数の後に再送信してください。",
    },
    internal: {
      title: "内部エラー",
      meaning: "サービスが失敗しました。原因はログにあります。",
      howToFix: "もう一度送信し、再び失敗したらレスポンスの X-Request-Id とともに報告してください。",
    },
  },
  allCodes: "エラーコード",
  lead: "API の拒否はすべて、これらのコードのいずれかを持つ JSON 文書です。",
  status: "HTTP ステータス",
  meaning: "意味",
  howToFix: "直し方",
};
