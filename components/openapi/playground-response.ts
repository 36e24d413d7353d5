// Tested in e2e/updates.spec.ts.
/** Longest response that is shown. */
const MAX_TEXT_CHARS = 100_000;

/** What a call has brought so far. */
export interface PlaygroundResponse {
  /** Such as `200 OK`. */
  readonly status: string;
  readonly ok: boolean;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** More came than is shown. */
  readonly cut: boolean;
  readonly done: boolean;
}

/** Makes the call and shows its response as it arrives, so that a stream can be watched. Throws when none comes. */
export async function call(url: string, init: RequestInit, show: (response: PlaygroundResponse) => void): Promise<void> {
  const started = performance.now();
  const response = await fetch(url, init);
  const head = {
    status: `${response.status} ${response.statusText}`.trim(),
    ok: response.ok,
    milliseconds: Math.round(performance.now() - started),
    headers: [...response.headers].sort(([left], [right]) => (left < right ? -1 : 1)),
  };
  let text = "";
  show({ ...head, text, cut: false, done: false });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value;
    const cut = text.length > MAX_TEXT_CHARS;
    show({ ...head, text: text.slice(0, MAX_TEXT_CHARS), cut, done: cut });
    if (cut) return void reader?.cancel();
  }
  show({ ...head, text: pretty(text), cut: false, done: true });
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
