/** A field of MT940. */
export interface Mt940Field {
  tag: string;
  text: string;
  /** Its line in the file, from 1. */
  row: number;
}

/** Fields of MT940 and those that banks add. Within narration other texts between colons are part of it. */
const FIELD = /^\s*:(20|21|25P?|28C?|60[FM]|61|62[FM]|64|65|86|13D|34F|90[CD]|NS):(.*)$/;
const FIELDS_THAT_GO_ON = new Set(['61', '86', 'NS']);
/** Envelopes of SWIFT and of its trailers. */
const ENVELOPE = /^(?:-\}?\s*(?:\{.*)?|\{.*)$/;

/** Whether a text is MT940: two of its fields stand at the beginning of lines, one of them a balance or a payment. */
export function isMt940(text: string): boolean {
  const tags = text.split('\n', 2_000).flatMap((line) => FIELD.exec(withoutHead(line))?.[1] ?? []);
  return tags.length > 1 && tags.some((tag) => /^6[0-2]/.test(tag));
}

/**
 * The fields of all messages of a text. A field goes on until the next one, or the end of its message. Headers, trailers and
 * what stands between messages is skipped.
 */
export function mt940Fields(text: string): Mt940Field[] {
  const fields: Mt940Field[] = [];
  let open: Mt940Field | null = null;
  for (const [index, whole] of text.split('\n').entries()) {
    const line = withoutHead(whole).trimEnd();
    const begun = FIELD.exec(line);
    if (begun) {
      open = { tag: begun[1] ?? '', text: (begun[2] ?? '').trimEnd(), row: index + 1 };
      fields.push(open);
    } else if (ENVELOPE.test(line.trim())) open = null;
    else if (open && FIELDS_THAT_GO_ON.has(open.tag) && line !== '') open.text += `\n${line}`;
  }
  return fields;
}

/** A line without the blocks of SWIFT before its first field. */
function withoutHead(line: string): string {
  return line.replace(/^\s*\{1:.*\{4:\s*(?=:|$)/, '');
}
