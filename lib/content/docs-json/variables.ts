import { getOwn } from "../own.ts";

const VARIABLE = /\{\{\s{0,20}([\w.-]{1,100})\s{0,20}\}\}/g;
/** Characters that values may add to a text: one may be long, and stand in very many places. */
const MAX_ADDED_CHARS = 500_000;

/** A text with the values of its variables, `{{name}}`, code included; one that is not defined, or has no room, stays as it is. */
export function fillVariables(text: string, variables: Readonly<Record<string, string>> | undefined): string {
  if (!variables) return text;
  let left = MAX_ADDED_CHARS;
  return text.replace(VARIABLE, (whole, name: string) => {
    const value = getOwn(variables, name);
    if (value === undefined || value.length > left) return whole;
    left -= value.length;
    return value;
  });
}
