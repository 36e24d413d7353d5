/** Class of a text that may be in a language of the other direction: its full stop is at its end. */
export const OWN_DIRECTION = "[unicode-bidi:plaintext]";
