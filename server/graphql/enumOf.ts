import { builder } from './builder.ts';

/** An enum over values of the domain, each with its description: `sapreHalf` becomes `SAPRE_HALF`. */
export function enumOf<Value extends string>(
  name: string,
  description: string,
  descriptions: Readonly<Record<Value, string>>,
) {
  const values = Object.entries<string>(descriptions).map(([value, text]) => [
    value.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase(),
    { value: value as Value, description: text },
  ]);
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(values) as Record<string, { value: Value; description: string }>,
  });
}
