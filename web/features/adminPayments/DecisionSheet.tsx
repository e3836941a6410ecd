import { decision } from '#messages/admin/decision.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { showToast } from '../../ui/toasts.ts';
import { DecisionPanel } from './DecisionPanel.tsx';

interface DecisionSheetProps {
  /** Null before the first was chosen; keeps its value while the sheet closes. */
  transactionId: string | null;
  opened: boolean;
  onClose: () => void;
  /** Called after a decision made here. */
  onDecided?: () => void;
}

/** A request in a sheet, where there is no room beside the list. */
export function DecisionSheet({ transactionId, opened, onClose, onDecided }: DecisionSheetProps) {
  const done = (text: string) => {
    showToast({ text, tone: 'good' });
    onDecided?.();
    onClose();
  };
  return (
    <Sheet wide title={decision.title} opened={opened} onClose={onClose}>
      {transactionId && <DecisionPanel transactionId={transactionId} onDone={done} onClose={onClose} />}
    </Sheet>
  );
}
