const VERSION = /["']?openapi["']?\s*:\s*["']?3\./y;

/**
 * Returns true for a JSON or YAML text whose outermost record has an `openapi` key of version 3, wherever it is in the
 * record.
 */
export function isDescription(text: string): boolean {
  if (/^\s*\{/.test(text)) return isJsonDescription(text);
  return /^["']?openapi["']?\s*:\s*["']?3\./m.test(text);
}

/** Reads the text once. What is quoted in it, such as another description as an example, is not part of its outermost record. */
function isJsonDescription(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (sign === '"') {
      if (depth === 1 && isVersionAt(text, at)) return true;
      at = endOfString(text, at);
    }
  }
  return false;
}

function isVersionAt(text: string, at: number): boolean {
  VERSION.lastIndex = at;
  return VERSION.test(text);
}

/** Returns the index of the quotation mark that closes the string; that of the last character where none does. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
