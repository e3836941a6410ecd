interface Option {
  readonly value: string;
  readonly label: string;
}

/**
 * Options of Mantine's NativeSelect that may be values, as account numbers and times. Those that it makes of its `data`
 * have no part in our JSX runtime, which keeps values from being translated (web/jsx/translatable.ts).
 */
export function Options({ of }: { of: readonly Option[] }) {
  return of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
