import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** Keys for readers' clients (`assistant`), or for those who run the site (`account`). */
export type KeyKind = "assistant" | "account";

/** A key: its id may be shown and logged, its secret is shown once and never stored. */
export interface Credential {
  readonly kind: KeyKind;
  readonly id: string;
  readonly secret: string;
}

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 12;
/** 43 letters of 62 hold 256 bits. */
const SECRET_LENGTH = 43;
const PREFIXES: Readonly<Record<KeyKind, string>> = { assistant: "dk", account: "da" };
const SECRET_FORM = `[0-9A-Za-z]{${SECRET_LENGTH}}`;
const TOKEN = new RegExp(`^(dk|da)_([0-9A-Za-z]{${ID_LENGTH}})_(${SECRET_FORM})$`);
const SECRET = new RegExp(`^${SECRET_FORM}$`);

export function createCredential(kind: KeyKind): Credential {
  return { kind, id: randomLetters(ID_LENGTH), secret: randomLetters(SECRET_LENGTH) };
}

/** Returns the form in which a key is shown and sent: `dk_<id>_<secret>` or `da_<id>_<secret>`. */
export function toToken({ kind, id, secret }: Credential): string {
  return `${PREFIXES[kind]}_${id}_${secret}`;
}

/** Reads the form that `toToken` writes; undefined for anything else. */
export function readToken(token: string): Credential | undefined {
  const [, prefix, id, secret] = TOKEN.exec(token) ?? [];
  if (!id || !secret) return undefined;
  return { kind: prefix === PREFIXES.assistant ? "assistant" : "account", id, secret };
}

/** Returns true for a text that has the form of a secret; anything else need not be looked up. */
export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** Returns the SHA-256 of a secret, hex. The secret has 256 random bits, so a slow hash would add nothing. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Compares a secret with a hash, in constant time. */
export function matchesHash(secret: string, hash: string): boolean {
  const [given, stored] = [Buffer.from(hashSecret(secret)), Buffer.from(hash)];
  return given.length === stored.length && timingSafeEqual(given, stored);
}

function randomLetters(length: number): string {
  let text = "";
  while (text.length < length)
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 below 256; taking the rest modulo 62 would favour the first letters.
      if (byte < 248 && text.length < length) text += LETTERS[byte % 62];
    }
  return text;
}
