/** Returns a text without its percent encoding; undefined when a percent sign encodes nothing. */
export function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
