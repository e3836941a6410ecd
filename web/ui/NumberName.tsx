import { VisuallyHidden } from '@mantine/core';
import { NumberDisc } from './NumberDisc.tsx';

/** A number as its disc, with text for screen readers. */
export function NumberName({ number }: { number: number }) {
  return (
    <>
      <NumberDisc number={number} />
      <VisuallyHidden>{number}</VisuallyHidden>
    </>
  );
}
