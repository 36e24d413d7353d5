/** Reads a stored text, or null when there is none or the browser keeps none (private mode, blocked storage). */
export function readStored(kind: "local" | "session", key: string): string | null {
  try {
    return storage(kind).getItem(key);
  } catch {
    return null;
  }
}

/** Reads a stored value, or undefined unless it is JSON: other scripts of the origin, and older versions of the site, may write anything there. */
export function readStoredJson(kind: "local" | "session", key: string): unknown {
  try {
    return JSON.parse(readStored(kind, key) ?? "");
  } catch {
    return undefined;
  }
}

/** Stores a text, or removes it for null. A browser that refuses (full, blocked) just does not remember. */
export function writeStored(kind: "local" | "session", key: string, value: string | null): void {
  try {
    if (value === null) storage(kind).removeItem(key);
    else storage(kind).setItem(key, value);
  } catch {
    // Memory is a comfort: what the reader does now works without it.
  }
}

function storage(kind: "local" | "session"): Storage {
  return kind === "local" ? window.localStorage : window.sessionStorage;
}
