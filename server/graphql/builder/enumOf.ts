import { builder } from './builder.ts';

/** The name of a value of the domain in an enum: `sapreHalf` is SAPRE_HALF, `transaction:readAll` TRANSACTION_READ_ALL. */
export function enumName(value: string): string {
  return value
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(':', '_')
    .toUpperCase();
}

/** An enum over values of the domain, each with its description. */
export function enumOf<Value extends string>(
  name: string,
  description: string,
  descriptions: Readonly<Record<Value, string>>,
) {
  const values = Object.entries<string>(descriptions).map(([value, text]) => [
    enumName(value),
    { value: value as Value, description: text },
  ]);
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(values) as Record<string, { value: Value; description: string }>,
  });
}
