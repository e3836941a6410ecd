import type { FragmentType } from '@apollo/client/masking';
import { useId, useState } from 'react';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { OverrideCard_contestFragment } from '../../gql/graphql.ts';
import { secondsUntil } from '../../lib/time.ts';
import { games } from '#messages/admin/games.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { updated } from '#messages/admin/updated.ts';
import { common } from '#messages/common.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useServerNow } from '../clock/useServerNow.ts';
import { NumberChoice } from './NumberChoice.tsx';
import classes from './OverrideCard.module.css';
import { OverrideDialog } from './OverrideDialog.tsx';
import { RoundProposal } from './RoundProposal.tsx';
import { useOverrideContest } from './useOverrideContest.ts';
import { winnersText } from './winners.ts';

export const OverrideCard_contest = graphql(`
  fragment OverrideCard_contest on Contest {
    id
    gameId
    operator {
      overrideNumber
      overrideProposal {
        id
        expiresAt
        ...LiveProposal_proposal
      }
    }
  }
`);

interface OverrideCardProps {
  contest: FragmentType<OverrideCard_contestFragment>;
  /** Seconds in which a number can still be set. */
  secondsLeft: number;
}

/** Sets the winning number of the running round, or shows the number that waits for another admin. Use the round as its key. */
export function OverrideCard({ contest, secondsLeft }: OverrideCardProps) {
  const { data } = useFragmentData({
    fragment: OverrideCard_contest,
    fragmentName: 'OverrideCard_contest',
    from: contest,
  });
  const { gameId, operator } = data;
  const overrideProposal = operator?.overrideProposal ?? null;
  const now = useServerNow();
  const waiting = overrideProposal !== null && secondsUntil(overrideProposal.expiresAt, now) > 0;
  return (
    <RoundProposal title={games.override.title} proposal={waiting ? overrideProposal : null}>
      <OverrideForm gameId={gameId} overrideNumber={operator?.overrideNumber ?? null} secondsLeft={secondsLeft} />
    </RoundProposal>
  );
}

interface OverrideFormProps {
  gameId: string;
  /** The number that has been set already. */
  overrideNumber: number | null;
  secondsLeft: number;
}

/** A choice is valid for one round only. The server decides whether it is in time; its refusals are shown here. */
function OverrideForm({ gameId, overrideNumber, secondsLeft }: OverrideFormProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { overrideContest, overriding } = useOverrideContest();
  const noteId = useId();
  const { override } = games;
  const closed = secondsLeft === 0;

  const submit = async (number: number, reason: string) => {
    const { problem: refused, proposed } = await overrideContest({ gameId, number, reason });
    setProblem(refused);
    setConfirming(false);
    if (refused !== null) return;
    showToast({ text: proposed ? proposals.made : updated, tone: 'good' });
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
            {common.submit}
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
