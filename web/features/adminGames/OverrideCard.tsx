import { useId, useState } from 'react';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { showToast } from '../../ui/toasts.ts';
import { NumberChoice } from './NumberChoice.tsx';
import classes from './OverrideCard.module.css';
import { OverrideDialog } from './OverrideDialog.tsx';
import { useOverrideContest } from './useOverrideContest.ts';
import { winnersText } from './winners.ts';

interface OverrideCardProps {
  gameId: string;
  /** The number that has been set already. */
  overrideNumber: number | null;
  /** Seconds in which a number can still be set. */
  secondsLeft: number;
}

/**
 * Sets the winning number of the running round. A choice is valid for one round only: use the round as its key. The
 * server decides whether it is in time; its refusals are shown here.
 */
export function OverrideCard({ gameId, overrideNumber, secondsLeft }: OverrideCardProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { overrideContest, overriding } = useOverrideContest();
  const noteId = useId();
  const { override } = words.admin.games;
  const closed = secondsLeft === 0;

  const submit = async (number: number, reason: string) => {
    const refused = await overrideContest({ gameId, number, reason });
    setProblem(refused);
    setConfirming(false);
    if (refused === null) showToast({ text: words.admin.updated, tone: 'good' });
  };

  return (
    <Card title={override.title}>
      <SubmitForm
        onSubmit={() => {
          if (chosen === null) setProblem(override.missing);
          else setConfirming(true);
        }}
      >
        <Stack gap={12}>
          <NumberChoice
            chosen={chosen}
            disabled={closed}
            describedBy={noteId}
            onChoose={(number) => {
              setChosen(number);
              setProblem(null);
            }}
          />
          <p id={noteId} className={classes.note}>
            {closed ? override.closed : override.open(secondsLeft)}
          </p>
          {chosen !== null && !closed && <output className={classes.winners}>{winnersText(chosen)}</output>}
          {problem && <Notice tone="bad">{problem}</Notice>}
          <PrimaryButton type="submit" disabled={closed} loading={overriding}>
            {words.common.submit}
          </PrimaryButton>
        </Stack>
      </SubmitForm>
      {chosen !== null && (
        <OverrideDialog
          opened={confirming && !closed}
          number={chosen}
          replaces={overrideNumber}
          busy={overriding}
          onConfirm={(reason) => void submit(chosen, reason)}
          onCancel={() => setConfirming(false)}
        />
      )}
    </Card>
  );
}
