/** Creates a function that returns one string for all equal ones: the words of many texts then take the memory of few. */
export function createInterner(): (text: string) => string {
  const interned = new Map<string, string>();
  return (text) => {
    const known = interned.get(text);
    if (known !== undefined) return known;
    interned.set(text, text);
    return text;
  };
}
