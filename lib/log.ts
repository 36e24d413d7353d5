type LogLevel = "info" | "warn" | "error";
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
/** Takes one finished line, without its line end. */
type LogSink = (line: string) => void;

let sink: LogSink = (line) => void process.stderr.write(`${line}\n`);

/**
 * Writes one JSON line to stderr: time, level, event and the fields given. The event is a fixed phrase; what varies
 * goes into fields, and never a body or a header. Keys are cut out of fields: a caller may put one into a path.
 */
export function log(level: LogLevel, event: string, fields: LogFields = {}): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }, (_, value: unknown) =>
    typeof value === "string" ? withoutKeys(value) : value,
  );
  sink(line);
}

/**
 * Keeps the process running when the reader of its output has gone. Otherwise each failed line is an unhandled error, whose
 * report is the next failed line, without end.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/** Returns the log fields of a thrown value: its message, the messages of its causes, and its stack frames. */
export function toLogFields(thrown: unknown): { error: string; stack: string | undefined } {
  const messages: string[] = [];
  let current = thrown;
  while (current !== undefined && current !== null && messages.length < 5) {
    const { words, cause } = isProviderError(current) ? describeProviderError(current) : describeThrown(current);
    messages.push(words);
    current = cause;
  }
  return { error: messages.map(withoutSecrets).join(" ← "), stack: toFrames(thrown) };
}

/** Sends log lines elsewhere until the returned function is called. */
export function replaceLogSink(other: LogSink): () => void {
  const before = sink;
  sink = other;
  return () => {
    sink = before;
  };
}

interface Description {
  readonly words: string;
  readonly cause: unknown;
}

function describeThrown(thrown: unknown): Description {
  if (!(thrown instanceof Error)) return { words: String(thrown), cause: undefined };
  return { words: thrown.message || thrown.name, cause: thrown.cause };
}

/** An error of the AI SDK, with the members that are read here. */
interface ProviderError extends Error {
  readonly statusCode?: number;
  readonly data?: { readonly error?: { readonly code?: unknown } };
  /** The error of the last of several attempts. */
  readonly lastError?: unknown;
}

function isProviderError(thrown: unknown): thrown is ProviderError {
  return thrown instanceof Error && thrown.name.startsWith("AI_");
}

/**
 * Returns name, status and code of an error, and its cause only where no answer came. Its message and its other causes quote
 * what the provider sent, which may contain the key or the conversation.
 */
function describeProviderError(error: ProviderError): Description {
  const { name, statusCode, lastError } = error;
  const code = error.data?.error?.code;
  const known = typeof code === "string" && /^[a-z_]{1,40}$/.test(code) ? code : undefined;
  const unanswered = name === "AI_APICallError" && statusCode === undefined;
  return {
    words: [name, statusCode, known].filter(Boolean).join(" "),
    cause: lastError ?? (unanswered ? error.cause : undefined),
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
  return withoutKeys(text.slice(0, 2_000))
    .replace(/\b(Bearer\s+)\S+/gi, "$1…")
    .replace(/\bsk-[\w-]{8,}/g, "sk-…")
    .replace(/(\/\/[^\s/:@]+:)[^\s@]+@/g, "$1…@");
}

function withoutKeys(text: string): string {
  return text.replace(/\b(d[ka]_[0-9A-Za-z]{12})_[0-9A-Za-z]+/g, "$1_…");
}
