/** The refusals that the service knows; `refusals` maps each one to an HTTP status. */
export const SERVICE_ERROR_CODES = [
  "unauthenticated",
  "invalid_token",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "timeout",
  "too_large",
  "unsupported_media_type",
  "invalid_request",
  "limit_exceeded",
  "unavailable",
  "internal",
] as const;
export type ServiceErrorCode = (typeof SERVICE_ERROR_CODES)[number];

export const refusals: Readonly<Record<ServiceErrorCode, { status: number; title: string }>> = {
  unauthenticated: { status: 401, title: "No token" },
  invalid_token: { status: 401, title: "Invalid token" },
  forbidden: { status: 403, title: "Forbidden" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  timeout: { status: 408, title: "Timeout" },
  too_large: { status: 413, title: "Too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  invalid_request: { status: 400, title: "Invalid request" },
  limit_exceeded: { status: 429, title: "Limit exceeded" },
  unavailable: { status: 503, title: "Unavailable" },
  internal: { status: 500, title: "Internal error" },
};

/** One field of a refused request: its path, and what it must be. */
export interface FieldError {
  /** Dotted path inside the body, such as `messages.0.id`; empty for the body itself. */
  readonly path: string;
  readonly message: string;
}

interface ServiceErrorOptions {
  readonly errors?: readonly FieldError[];
  /** Response headers that belong to the refusal, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refusal whose message the caller may read. Everything else that is thrown leaves the service as `internal`. */
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

/** A setting that cannot be used. The message names the variable or file and says how to put it right. */
export class SettingsError extends Error {}
