/** The number that a name of a file or folder begins with, as `02-install` does; undefined for a name without, and for a date. */
export function numberOf(name: string): number | undefined {
  const digits = /^(\d{1,4})[-_. ]+(?=[^\d\s._-])/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The name without the number that it begins with. */
export function withoutNumber(name: string): string {
  return numberOf(name) === undefined ? name : name.replace(/^\d+[-_. ]+/, "");
}
