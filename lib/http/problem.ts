import { getConfig, getMainProject } from "../config/config.ts";
import { refusals, ServiceError, type ServiceErrorCode } from "../service-error.ts";

/** Returns the address of the page that explains an error code. The engine serves it, so every site has it. */
export function problemType(code: ServiceErrorCode): string {
  return `${getMainProject().siteUrl}${getConfig().basePath}/errors/${code}`;
}

/** Returns a refusal as problem details (RFC 9457). `instance` is the path of the request. */
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

/** Returns the refusal for an error of the server; the log has the cause under the request id. */
export function internalError(cause: unknown): ServiceError {
  return new ServiceError("internal", "The service failed. Give the X-Request-Id of this response when you report it.", {
    cause,
  });
}
