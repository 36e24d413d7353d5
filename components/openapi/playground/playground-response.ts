/** Longest response that is shown. */
export const MAX_TEXT_CHARS = 500_000;

/** A response as far as it has come. */
export interface PlaygroundResponse {
  /** Such as `200 OK`. */
  readonly status: string;
  readonly code: number;
  readonly milliseconds: number;
  /** Size of the body before decoding. */
  readonly bytes: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** More came than is shown, or it ended before its end. */
  readonly cut: boolean;
  /** It is not text. */
  readonly binary: boolean;
  readonly done: boolean;
}

/** Returns true for a media type that is not text. */
export function isBinary(contentType: string): boolean {
  return /^(?:image|audio|video|font)\/|octet-stream|\/(?:pdf|zip|gzip)/i.test(contentType);
}

/** Makes the call and shows its response as it arrives, so that a stream can be watched. Throws when none comes. */
export async function call(request: Request, show: (response: PlaygroundResponse) => void): Promise<void> {
  const started = performance.now();
  const response = await fetch(request);
  const head = {
    status: `${response.status} ${response.statusText}`.trim(),
    code: response.status,
    headers: [...response.headers].sort(([left], [right]) => (left < right ? -1 : 1)),
    binary: isBinary(response.headers.get("content-type") ?? ""),
  };
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const state = (rest: { cut: boolean; done: boolean }) => ({
    ...head,
    ...rest,
    text: head.binary ? "" : text.slice(0, MAX_TEXT_CHARS),
    bytes,
    milliseconds: Math.round(performance.now() - started),
  });
  show(state({ cut: false, done: false }));
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      bytes += part.value.byteLength;
      text += decoder.decode(part.value, { stream: true });
      const cut = text.length > MAX_TEXT_CHARS;
      show(state({ cut, done: cut }));
      if (cut) return void reader?.cancel();
    }
    show(state({ cut: false, done: true }));
  } catch {
    // Stopped by the reader, or broken off: what has come stays.
    show(state({ cut: true, done: true }));
  }
}
