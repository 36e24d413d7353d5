/** Returns a text without its percent encoding; undefined where a percent sign encodes nothing. */
export function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
