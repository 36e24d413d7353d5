export type LogLevel = "info" | "warn" | "error";
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
/** Takes one finished line, without its line end. */
export type LogSink = (line: string) => void;

// Pages, route handlers and instrumentation get module instances of their own; a test replaces the sink for all of them.
const shared = globalThis as { docentLogSink?: LogSink };

/**
 * Writes one JSON line to stderr: time, level, event and the fields given. The event is a fixed phrase; what varies
 * goes into fields, and never a secret, a body or a header.
 */
export function log(level: LogLevel, event: string, fields: LogFields = {}): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, event, ...fields });
  if (shared.docentLogSink) shared.docentLogSink(line);
  else process.stderr.write(`${line}\n`);
}

/** What a log line says of something that was thrown: its words and its causes' words, and where it came from. */
export function toLogFields(thrown: unknown): { error: string; stack: string | undefined } {
  const messages: string[] = [];
  let current = thrown;
  while (current !== undefined && current !== null && messages.length < 5) {
    messages.push(current instanceof Error ? current.message || current.name : String(current));
    current = current instanceof Error ? current.cause : undefined;
  }
  return { error: messages.map(withoutSecrets).join(" ← "), stack: toFrames(thrown) };
}

/** Sends log lines elsewhere until the returned function is called. */
export function replaceLogSink(sink: LogSink): () => void {
  const before = shared.docentLogSink;
  shared.docentLogSink = sink;
  return () => {
    shared.docentLogSink = before;
  };
}

function toFrames(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !thrown.stack) return undefined;
  const frames = thrown.stack.split("\n").filter((line) => /^\s+at /.test(line));
  return frames
    .slice(0, 8)
    .map((line) => line.trim())
    .join("; ");
}

/** Keys, bearer tokens and passwords in addresses, as upstream errors like to repeat them. */
function withoutSecrets(text: string): string {
  return text
    .slice(0, 2_000)
    .replace(/\b(d[ka]_[0-9A-Za-z]{12})_[0-9A-Za-z]+/g, "$1_…")
    .replace(/\b(Bearer\s+)\S+/gi, "$1…")
    .replace(/\bsk-[\w-]{8,}/g, "sk-…")
    .replace(/(\/\/[^\s/:@]+:)[^\s@]+@/g, "$1…@");
}
