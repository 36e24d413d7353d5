import type { ServiceErrorCode } from "../../service-error.ts";

/** The meaning of an error code, and how to fix it. */
interface ErrorText {
  readonly title: string;
  readonly meaning: string;
  readonly howToFix: string;
}

const codes: Readonly<Record<ServiceErrorCode, ErrorText>> = {
  unauthenticated: {
    title: "No token",
    meaning: "The request has no token.",
    howToFix: "Send the header “Authorization: Bearer” followed by your key.",
  },
  invalid_token: {
    title: "Invalid token",
    meaning: "The token is unknown, revoked, expired or not complete. All four look the same, so that nobody can probe for keys.",
    howToFix: "Check that the whole key was copied. If it was, create a new one.",
  },
  forbidden: {
    title: "Forbidden",
    meaning:
      "The token is real but may not do this: it is of another kind, project or organisation, or the IP address or browser origin is not on its list.",
    howToFix: "Use a key that fits, or create one that lists your address or origin.",
  },
  not_found: {
    title: "Not found",
    meaning: "The site, project, thread, update or path does not exist, or does not belong to your token or your fp.",
    howToFix: "Check the names in the address. For a thread, start a new one by leaving threadId out.",
  },
  method_not_allowed: {
    title: "Method not allowed",
    meaning: "The path exists, but not for this method.",
    howToFix: "Use a method that the header Allow names.",
  },
  timeout: {
    title: "Timeout",
    meaning: "The body of the request did not arrive in time.",
    howToFix: "Send the request again.",
  },
  too_large: {
    title: "Too large",
    meaning: "The body is larger than 4 MiB for a message, or 64 KiB for anything else.",
    howToFix: "Send less. In a long chat, leave out earlier messages: the server needs only the last ones.",
  },
  unsupported_media_type: {
    title: "Unsupported media type",
    meaning: "The body is not JSON.",
    howToFix: "Send JSON with the header “Content-Type: application/json”.",
  },
  invalid_request: {
    title: "Invalid request",
    meaning: "The body is not well-formed JSON, or fields are wrong.",
    howToFix: "Read “errors” in the response: it lists the wrong fields, each with its path, its rule and how to fix it.",
  },
  limit_exceeded: {
    title: "Limit exceeded",
    meaning: "A limit is used up. The refused request is not charged.",
    howToFix: "Wait as many seconds as the header Retry-After says.",
  },
  unavailable: {
    title: "Unavailable",
    meaning: "The service cannot reach its store, or is not ready yet.",
    howToFix: "Send the request again after as many seconds as the header Retry-After says.",
  },
  internal: {
    title: "Internal error",
    meaning: "The service failed. Its log has the cause.",
    howToFix: "Send the request again. If it fails again, report it with the X-Request-Id of the response.",
  },
};

export const errors = {
  codes,
  allCodes: "Error codes",
  lead: "Every API error is a JSON document with one of these codes.",
  status: "HTTP status",
  meaning: "What it means",
  howToFix: "How to fix it",
};

/** Messages of the pages that explain the error codes of the API. */
export type ErrorsMessages = typeof errors;
