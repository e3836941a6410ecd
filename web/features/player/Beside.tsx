import { ReceiptWatch } from '../evidence/ReceiptWatch.tsx';
import { Notices } from '../notices/Notices.tsx';

/** What stands above each page of a player: notices, and receipts that don't match what was published. */
export function Beside() {
  return (
    <>
      <Notices />
      <ReceiptWatch />
    </>
  );
}
