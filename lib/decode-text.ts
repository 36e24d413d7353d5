/** Returns a text without its percent encoding; undefined when a percent sign encodes nothing. */
export function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns a name in the form in which the site keeps names: composed (NFC), so that one name is one text. A Mac writes the accents of
 * file names apart (NFD), a keyboard does not.
 */
export function composeName(text: string): string {
  return text.normalize("NFC");
}

/** Returns a percent-encoded path with its names in the form of the site; what cannot be decoded stays. */
export function composePath(path: string): string {
  if (!/[%\u0080-\uffff]/.test(path)) return path;
  return path
    .split("/")
    .map((segment) => {
      const decoded = decodeText(segment) ?? "";
      return composeName(decoded) === decoded ? segment : encodeURIComponent(composeName(decoded));
    })
    .join("/");
}
