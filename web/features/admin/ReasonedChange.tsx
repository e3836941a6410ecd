import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { showToast } from '../../ui/toasts.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

interface ReasonedChangeProps {
  /** On the button. */
  action: string;
  /** The button's name where several are on the screen. */
  label: string;
  /** Of the dialog. */
  title: string;
  question: string;
  confirmLabel: string;
  busy: boolean;
  /** Why the last attempt had no effect. */
  problem: string | null | undefined;
  /** Sets the fields to what holds. */
  onOpen: () => void;
  /** Saves what the fields hold. Resolves to the text of a toast, or to null when nothing was saved. */
  save: (reason: string) => Promise<string | null>;
  /** The fields. */
  children: ReactNode;
}

/** A button and its dialog, which changes a setting after a confirmation with a reason. */
export function ReasonedChange({ action, label, onOpen, save, children, ...dialog }: ReasonedChangeProps) {
  const [opened, setOpened] = useState(false);
  const open = () => {
    onOpen();
    setOpened(true);
  };
  const confirm = async (reason: string) => {
    const text = await save(reason);
    if (text === null) return;
    setOpened(false);
    showToast({ text, tone: 'good' });
  };
  return (
    <>
      <Button variant="light" mih={44} aria-label={label} onClick={open}>
        {action}
      </Button>
      <ReasonDialog
        {...dialog}
        opened={opened}
        onConfirm={(reason) => void confirm(reason)}
        onCancel={() => setOpened(false)}
      >
        {children}
      </ReasonDialog>
    </>
  );
}
