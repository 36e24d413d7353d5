import { getConfig, getMainProject } from "../config/config.ts";
import { ServiceError, type ServiceErrorCode } from "../service-error.ts";

/** HTTP status and title of each refusal. */
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

/** Address of the documentation of an error code. */
export function problemType(code: ServiceErrorCode): string {
  return `${getMainProject().siteUrl}${getConfig().basePath}/docs/errors#${code}`;
}

/** Renders a refusal as problem details (RFC 9457). `instance` is the path of the request. */
export function problem(error: ServiceError, instance: string): Response {
  const { status, title } = refusals[error.code];
  const body = {
    type: problemType(error.code),
    title,
    status,
    detail: error.message,
    instance,
    code: error.code,
    ...(error.errors && { errors: error.errors }),
  };
  return Response.json(body, {
    status,
    headers: { ...error.headers, "Content-Type": "application/problem+json", "Cache-Control": "no-store" },
  });
}

/** The refusal that hides a fault of ours; the log has the cause under the request id. */
export function internalError(cause: unknown): ServiceError {
  return new ServiceError("internal", "The service failed. Give the X-Request-Id of this response when you report it.", {
    cause,
  });
}
