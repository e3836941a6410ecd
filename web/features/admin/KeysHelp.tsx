import { queue } from '#messages/admin/queue.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';

interface KeysHelpProps {
  /** Keys and what they do. */
  list: readonly (readonly [string, string])[];
  opened: boolean;
  onClose: () => void;
}

/** The keys of a list. */
export function KeysHelp({ list, opened, onClose }: KeysHelpProps) {
  const { title } = queue.keys;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} closeButton>
      <Facts facts={list.map(([key, action]) => [action, <kbd key={key}>{key}</kbd>])} />
    </Dialog>
  );
}
