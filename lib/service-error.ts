/** The refusals that the service knows; `lib/http/problem.ts` maps each one to an HTTP status. */
export type ServiceErrorCode =
  | "unauthenticated"
  | "invalid_token"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "timeout"
  | "too_large"
  | "unsupported_media_type"
  | "invalid_request"
  | "limit_exceeded"
  | "unavailable"
  | "internal";

/** One field of a refused request: its path, and what it must be. */
export interface FieldError {
  /** Dotted path inside the body, such as `messages.0.id`; empty for the body itself. */
  readonly path: string;
  readonly message: string;
}

export interface ServiceErrorOptions {
  readonly errors?: readonly FieldError[];
  /** Response headers that belong to the refusal, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refusal in words that the caller may read. Everything else that is thrown leaves the service as `internal`. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ServiceErrorCode, words: string, options: ServiceErrorOptions = {}) {
    super(words, { cause: options.cause });
    this.name = "ServiceError";
    this.code = code;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}
