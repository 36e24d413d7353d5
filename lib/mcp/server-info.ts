import { getConfig, type Project } from "../config/config.ts";
import { ServiceError } from "../service-error.ts";

/** Version of what the server offers, not of the documentation. */
export const MCP_SERVER_VERSION = "1.0.0";

/** Returns the name that clients show for the server. */
export function serverName(project: Project): string {
  return getConfig().mcp.name ?? project.name;
}

/** Throws where the configuration has switched MCP off. @throws ServiceError `not_found`. */
export function requireMcp(): void {
  if (getConfig().mcp.enabled) return;
  throw new ServiceError("not_found", "This site offers no MCP server.");
}
