import { VisuallyHidden } from '@mantine/core';
import { NumberDisc } from './NumberDisc.tsx';

/** A number as its disc, for eyes and ears. */
export function NumberName({ number }: { number: number }) {
  return (
    <>
      <NumberDisc number={number} />
      <VisuallyHidden>{number}</VisuallyHidden>
    </>
  );
}
