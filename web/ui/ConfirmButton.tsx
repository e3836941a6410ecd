import { useState } from 'react';
import { Button } from './Button.tsx';
import { PrimaryButton } from './PrimaryButton.tsx';
import { Sheet } from './Sheet.tsx';
import { Stack } from './Stack.tsx';

interface ConfirmButtonProps {
  /** Short name of the action: "Cancel withdrawal". */
  label: string;
  title: string;
  question: string;
  /** The action with its amount: "Cancel withdrawal of ₹400". */
  confirmLabel: string;
  /** The button that declines. */
  cancelLabel: string;
  busy: boolean;
  onConfirm: () => Promise<unknown>;
}

/** A button for an action that moves money, confirmed on a sheet that closes when it is done. */
export function ConfirmButton({
  label,
  title,
  question,
  confirmLabel,
  cancelLabel,
  busy,
  onConfirm,
}: ConfirmButtonProps) {
  const [confirming, setConfirming] = useState(false);
  const confirm = async () => {
    await onConfirm();
    setConfirming(false);
  };
  return (
    <>
      <Button variant="light" fullWidth onClick={() => setConfirming(true)}>
        {label}
      </Button>
      <Sheet opened={confirming} onClose={() => setConfirming(false)} title={title}>
        <Stack gap={12}>
          <p>{question}</p>
          <PrimaryButton loading={busy} onClick={() => void confirm()}>
            {confirmLabel}
          </PrimaryButton>
          <Button variant="light" fullWidth onClick={() => setConfirming(false)}>
            {cancelLabel}
          </Button>
        </Stack>
      </Sheet>
    </>
  );
}
