import type { Failure } from "../lib/i18n/translate.ts";

/** A request of the page to the service that was refused, or never arrived. */
export class ServiceFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(`the service failed: ${failure.kind}`, options);
    this.failure = failure;
  }
}

/** Reads a refusal of the service. `Retry-After` counts seconds (RFC 9110, 10.2.3); anything else in it is ignored. */
export function toServiceFailed(response: Response): ServiceFailed {
  if (response.status !== 429) return new ServiceFailed({ kind: "server" });
  const seconds = Number(response.headers.get("Retry-After"));
  return new ServiceFailed({ kind: "limited", seconds: seconds > 0 ? Math.ceil(seconds) : undefined });
}

/** Returns the reason why a request failed; `otherwise` for an error that is not an answer of the service. */
export function toFailure(error: unknown, otherwise: Failure["kind"]): Failure {
  return error instanceof ServiceFailed ? error.failure : { kind: otherwise };
}
