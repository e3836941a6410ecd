import { queue } from '#messages/admin/queue.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';

/** The keys of the queue. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { title, list } = queue.keys;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} closeButton>
      <Facts facts={list.map(([key, action]) => [action, <kbd key={key}>{key}</kbd>])} />
    </Dialog>
  );
}
