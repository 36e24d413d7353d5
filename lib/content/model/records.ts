/**
 * Returns the value of a record under a name that someone else chose; undefined for names that every object has, such as
 * `constructor`.
 */
export function getOwn<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Returns an empty record in which every name is just a name, `__proto__` too. */
export function createRecord<Value>(from: Readonly<Record<string, Value>> = {}): Record<string, Value> {
  return Object.assign(Object.create(null), from);
}
