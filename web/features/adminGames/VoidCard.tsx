import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useRequiredReason } from '../admin/useRequiredReason.tsx';
import { useVoidContest } from './useVoidContest.ts';

interface VoidCardProps {
  gameId: string;
  /** Why the round is void; null unless it is. */
  voidReason: string | null;
  /** Seconds in which it can still be made void. */
  secondsLeft: number;
}

/** Makes the running round void, after a confirmation with a public reason. Use the round as its key. */
export function VoidCard({ gameId, voidReason, secondsLeft }: VoidCardProps) {
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { voidContest, voiding } = useVoidContest();
  const text = words.admin.games.voiding;
  const reason = useRequiredReason(text.reasonHint);
  const noteId = useId();
  const closed = secondsLeft === 0;

  const confirm = async () => {
    const given = reason.take();
    if (given === null) return;
    setProblem(await voidContest(gameId, given));
    setConfirming(false);
  };

  if (voidReason !== null) return <Notice tone="attention">{text.done(voidReason)}</Notice>;
  return (
    <Card title={text.title}>
      <Stack gap={12}>
        <p id={noteId}>{closed ? text.closed : text.hint(secondsLeft)}</p>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <Button
          variant="light"
          color="red"
          mih={44}
          disabled={closed}
          aria-describedby={noteId}
          onClick={() => setConfirming(true)}
        >
          {text.title}
        </Button>
      </Stack>
      <ConfirmDialog
        opened={confirming && !closed}
        title={text.title}
        question={text.question}
        note={
          <Stack gap={12}>
            <p>{text.consequence}</p>
            {reason.field}
          </Stack>
        }
        confirmLabel={text.title}
        danger
        busy={voiding}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      />
    </Card>
  );
}
