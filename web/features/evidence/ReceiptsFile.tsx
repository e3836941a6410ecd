import { evidence } from '#messages/evidence.ts';
import { Button } from '../../ui/Button.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { readReceipts } from './keptReceipts.ts';

/** Saves the receipts that this browser keeps as a file. */
export function ReceiptsFile() {
  return (
    <Button
      variant="light"
      onClick={() => saveFile('receipts.json', 'application/json', JSON.stringify(readReceipts(), null, 2))}
    >
      {evidence.receipts.download}
    </Button>
  );
}
