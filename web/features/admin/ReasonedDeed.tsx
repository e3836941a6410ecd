import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ReasonDialog } from './ReasonDialog.tsx';

interface ReasonedDeedProps {
  /** On the button, and the dialog's title. */
  deed: string;
  /** The button's name where several are on the screen. */
  label?: string;
  question: string;
  danger?: boolean;
  busy: boolean;
  /** Why the last attempt had no effect. */
  problem: string | null | undefined;
  /** Resolves to whether it is done: the dialog closes then. */
  act: (reason: string) => Promise<boolean>;
  /** Fields above the reason. */
  children?: ReactNode;
}

/** A button, and the dialog that asks for a reason before it is done. */
export function ReasonedDeed({
  deed,
  label,
  question,
  danger = false,
  busy,
  problem,
  act,
  children,
}: ReasonedDeedProps) {
  const [opened, setOpened] = useState(false);
  const confirm = async (reason: string) => {
    if (await act(reason)) setOpened(false);
  };
  return (
    <>
      <Button
        variant="light"
        mih={44}
        {...(danger && { color: 'red' })}
        {...(label !== undefined && { 'aria-label': label })}
        onClick={() => setOpened(true)}
      >
        {deed}
      </Button>
      <ReasonDialog
        opened={opened}
        title={label ?? deed}
        question={question}
        confirmLabel={deed}
        danger={danger}
        busy={busy}
        problem={problem}
        onConfirm={(reason) => void confirm(reason)}
        onCancel={() => setOpened(false)}
      >
        {children}
      </ReasonDialog>
    </>
  );
}
