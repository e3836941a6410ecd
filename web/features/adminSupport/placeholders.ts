/** What stands for the placeholders of a canned answer. */
export interface PlaceholderValues {
  readonly name: string;
  readonly uid: string;
  /** The ticket's title. */
  readonly ticket: string;
}

/** A canned answer with its placeholders replaced. What replaces one isn't searched for others. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replaceAll(/\{(name|uid|ticket)\}/g, (_whole, name: keyof PlaceholderValues) => values[name]);
}
