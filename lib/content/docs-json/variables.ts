import { own } from "../own.ts";

const VARIABLE = /\{\{\s*([\w.-]{1,100})\s*\}\}/g;

/** A text with the values of its variables, `{{name}}`, code included; one that is not defined stays as it is. */
export function fillVariables(text: string, variables: Readonly<Record<string, string>> | undefined): string {
  return variables ? text.replace(VARIABLE, (whole, name: string) => own(variables, name) ?? whole) : text;
}
