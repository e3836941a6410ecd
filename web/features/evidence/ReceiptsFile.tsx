import { words } from '../../messages/words.ts';
import { Button } from '../../ui/Button.tsx';
import { readReceipts } from './keptReceipts.ts';

/** Saves the receipts that this browser keeps as a file. */
export function ReceiptsFile() {
  return (
    <Button variant="light" onClick={save}>
      {words.evidence.receipts.download}
    </Button>
  );
}

function save() {
  const url = URL.createObjectURL(new Blob([JSON.stringify(readReceipts(), null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'receipts.json';
  link.click();
  URL.revokeObjectURL(url);
}
