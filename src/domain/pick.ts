/** Returns these fields of a value and no others. */
export const pick = <Value, Field extends keyof Value>(
  value: Value,
  fields: readonly Field[],
): Pick<Value, Field> =>
  Object.fromEntries(fields.map((field) => [field, value[field]])) as Pick<Value, Field>;
