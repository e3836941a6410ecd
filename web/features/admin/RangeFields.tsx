import { TextInput } from '@mantine/core';
import { instantOfIndianTime } from '../../lib/indianTime.ts';
import { range as rangeWords } from '#messages/admin/range.ts';

/** A range as typed, in Indian time: either end may be empty. */
export interface TypedRange {
  readonly from: string;
  readonly to: string;
}

/** The instants of a typed range; null for an open end. */
export function readRange(typed: TypedRange) {
  const from = instantOfIndianTime(typed.from);
  const to = instantOfIndianTime(typed.to);
  return { from, to, backwards: from !== null && to !== null && from >= to };
}

/** Two fields for a time range. Shows an error when it ends before it begins. */
export function RangeFields({ typed, onChange }: { typed: TypedRange; onChange: (typed: TypedRange) => void }) {
  const range = rangeWords;
  return (
    <>
      <TextInput
        type="datetime-local"
        label={range.from}
        value={typed.from}
        onChange={(event) => onChange({ ...typed, from: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={range.to}
        value={typed.to}
        error={readRange(typed).backwards ? range.backwards : null}
        onChange={(event) => onChange({ ...typed, to: event.currentTarget.value })}
      />
    </>
  );
}
