import { NumberDisc } from './NumberDisc.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** A number as its disc, with text for screen readers. */
export function NumberName({ number }: { number: number }) {
  return (
    <>
      <NumberDisc number={number} />
      <VisuallyHidden>{number}</VisuallyHidden>
    </>
  );
}
