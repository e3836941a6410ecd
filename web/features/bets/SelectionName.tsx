import { ColorChip } from '../../ui/ColorChip.tsx';
import { NumberName } from '../../ui/NumberName.tsx';
import type { SelectionFields } from './selections.ts';

/** A selection: a colour by shape and name, or a number by its disc. */
export function SelectionName({ selection: { color, number } }: { selection: SelectionFields }) {
  return color ? <ColorChip color={color} /> : <NumberName number={number ?? 0} />;
}
