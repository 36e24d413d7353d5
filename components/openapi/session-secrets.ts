const KEY = "docent-playground";

/** Reads the secrets that a reader filled in for a server during this visit, by the keys of their credentials. */
export function readSecrets(server: string): Record<string, string> {
  const secrets = readAll()[originOf(server)];
  return typeof secrets === "object" && secrets !== null ? (secrets as Record<string, string>) : {};
}

/** Keeps the secrets for a server until the tab is closed. */
export function keepSecrets(server: string, secrets: Readonly<Record<string, string>>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...readAll(), [originOf(server)]: secrets }));
  } catch {
    // Without storage they are filled in again on the next page.
  }
}

function readAll(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A secret belongs to an origin: another server never gets it. */
function originOf(server: string): string {
  return URL.canParse(server, location.href) ? new URL(server, location.href).origin : server;
}
