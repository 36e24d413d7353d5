// Tested in app/mcp/clients.test.ts.
import { getConfig } from "../config/config.ts";
import { ServiceError } from "../service-error.ts";

/** Refuses where the configuration has switched MCP off. @throws ServiceError `not_found`. */
export function requireMcp(): void {
  if (getConfig().mcp.enabled) return;
  throw new ServiceError("not_found", "This site offers no MCP server.");
}

/**
 * Holds a body to what is served without sessions: one message, which is charged as one, and no subscription, which would
 * stay open. @throws ServiceError `invalid_request`.
 */
export function requireOneMessage(body: unknown): void {
  if (Array.isArray(body)) throw refuse("The body is a batch; send one message in each request.");
  if (body === null || typeof body !== "object") throw refuse("The body must be a JSON-RPC message, which is an object.");
  if ("method" in body && body.method === "subscriptions/listen")
    throw refuse("This server sends no notifications, so there is nothing to subscribe to.");
}

function refuse(words: string): ServiceError {
  return new ServiceError("invalid_request", words, { errors: [{ path: "", message: words }] });
}
