import { Button } from '@mantine/core';
import { words } from '../messages/words.ts';
import { PrimaryButton } from './PrimaryButton.tsx';
import { Sheet } from './Sheet.tsx';
import { Stack } from './Stack.tsx';

interface ConfirmSheetProps {
  opened: boolean;
  title: string;
  question: string;
  /** The deed in words, with its amount: "Cancel withdrawal of ₹400". */
  confirmLabel: string;
  /** Not doing it, where "Cancel" would be unclear. */
  cancelLabel?: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before money moves. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  return (
    <Sheet opened={props.opened} onClose={props.onCancel} title={props.title}>
      <Stack gap={12}>
        <p>{props.question}</p>
        <PrimaryButton loading={props.busy} onClick={props.onConfirm}>
          {props.confirmLabel}
        </PrimaryButton>
        <Button variant="light" fullWidth onClick={props.onCancel}>
          {props.cancelLabel ?? words.common.cancel}
        </Button>
      </Stack>
    </Sheet>
  );
}
