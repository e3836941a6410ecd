import { Button } from '@mantine/core';
import { useState } from 'react';
import { PrimaryButton } from './PrimaryButton.tsx';
import { Sheet } from './Sheet.tsx';
import { Stack } from './Stack.tsx';

interface AskedButtonProps {
  /** The deed in short: "Cancel withdrawal". */
  label: string;
  title: string;
  question: string;
  /** The deed in words, with its amount: "Cancel withdrawal of ₹400". */
  confirmLabel: string;
  /** Not doing it. */
  cancelLabel: string;
  busy: boolean;
  onConfirm: () => Promise<void>;
}

/** A button whose deed moves money and is asked about first, on a sheet that goes when it is done. */
export function AskedButton({ label, title, question, confirmLabel, cancelLabel, busy, onConfirm }: AskedButtonProps) {
  const [asking, setAsking] = useState(false);
  const confirm = async () => {
    await onConfirm();
    setAsking(false);
  };
  return (
    <>
      <Button variant="light" fullWidth onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Sheet opened={asking} onClose={() => setAsking(false)} title={title}>
        <Stack gap={12}>
          <p>{question}</p>
          <PrimaryButton loading={busy} onClick={() => void confirm()}>
            {confirmLabel}
          </PrimaryButton>
          <Button variant="light" fullWidth onClick={() => setAsking(false)}>
            {cancelLabel}
          </Button>
        </Stack>
      </Sheet>
    </>
  );
}
