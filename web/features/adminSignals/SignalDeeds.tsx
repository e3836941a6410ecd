import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { PlayerFlag, SignalDeeds_deedFragment } from '../../gql/graphql.ts';
import { flags as flagsWords } from '#messages/admin/flags.ts';
import { payoutHolds } from '#messages/admin/payoutHolds.ts';
import { signals } from '#messages/admin/signals.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ReasonedDeed } from '../admin/ReasonedDeed.tsx';
import { useMay } from '../admin/useMay.ts';
import type { SignalFacts } from './evidence.ts';
import classes from './Signals.module.css';

graphql(`
  fragment SignalDeeds_deed on SignalDeed {
    done
    refusal
    player {
      id
      uid
      name
    }
  }
`);

const FlagSignalPlayers_Mutation = graphql(`
  mutation FlagSignalPlayers_Mutation($input: FlagSignalPlayersInput!) {
    flagSignalPlayers(input: $input) {
      ... on SignalDeedsPayload {
        deeds {
          ...SignalDeeds_deed @unmask
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const FreezeSignalPlayers_Mutation = graphql(`
  mutation FreezeSignalPlayers_Mutation($input: FreezeSignalPlayersInput!) {
    freezeSignalPlayers(input: $input) {
      ... on SignalDeedsPayload {
        deeds {
          ...SignalDeeds_deed @unmask
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

type Deeds = readonly SignalDeeds_deedFragment[];

/** What was done, in words, and for whom it was not. */
interface Told {
  readonly text: string;
  readonly refused: Deeds;
}

interface SignalDeedsProps {
  signal: Pick<SignalFacts, 'id' | 'kind' | 'playerCount'>;
}

const texts = payoutHolds.signal;
const flagNames = flagsWords.names;
const flags = Object.entries(flagNames).map(([value, label]) => ({ value, label }));
const flagOptions = { refetch: ['SignalPlayers_Query'] };
const freezeOptions = { refetch: ['PayoutHolds_Query'] };

const toldOf = (deeds: Deeds, text: (done: number, count: number) => string): Told => ({
  text: text(deeds.filter(({ done }) => done).length, deeds.length),
  refused: deeds.filter(({ done }) => !done),
});

/** Flags every player of a signal, and freezes their payouts, for those who may; tells for whom that was refused. */
export function SignalDeeds({ signal }: SignalDeedsProps) {
  const may = useMay();
  const [told, setTold] = useState<Told | null>(null);
  return (
    <>
      <div className={classes.actions}>
        {may('SIGNAL_DECIDE') && <FlagAll signal={signal} onTold={setTold} />}
        {may('PAYOUTS_FREEZE') && <FreezeAll signal={signal} onTold={setTold} />}
      </div>
      {told && (
        <Notice tone={told.refused.length === 0 ? 'good' : 'attention'} onDismiss={() => setTold(null)}>
          <p role={told.refused.length > 0 ? 'status' : undefined}>{told.text}</p>
          {told.refused.length > 0 && (
            <>
              <p>{texts.notDone}</p>
              <ul>
                {told.refused.map(({ player: { id, name, uid }, refusal }) => (
                  <li key={id}>{texts.refused(name, uid, refusal ?? '')}</li>
                ))}
              </ul>
            </>
          )}
        </Notice>
      )}
    </>
  );
}

interface DeedProps extends SignalDeedsProps {
  onTold: (told: Told) => void;
}

function FlagAll({ signal: { id, kind, playerCount }, onTold }: DeedProps) {
  const { act, pending, problem } = useAction(FlagSignalPlayers_Mutation, flagOptions);
  const [flag, setFlag] = useState<PlayerFlag>('WATCH');
  const deed = texts.flag.deed(playerCount);
  const flagAll = async (reason: string) => {
    const answer = await act({ signalId: id, flag, reason });
    if (answer.outcome !== 'done') return false;
    onTold(toldOf(answer.payload.deeds, texts.flag.done));
    return true;
  };
  return (
    <ReasonedDeed
      deed={deed}
      label={texts.what(deed, signals.kinds[kind])}
      question={texts.flag.question(playerCount)}
      busy={pending}
      problem={problem?.text}
      act={flagAll}
    >
      <NativeSelect
        label={texts.flag.which}
        data={flags}
        value={flag}
        onChange={({ currentTarget }) => setFlag(currentTarget.value as PlayerFlag)}
      />
    </ReasonedDeed>
  );
}

function FreezeAll({ signal: { id, kind, playerCount }, onTold }: DeedProps) {
  const { act, pending, problem } = useAction(FreezeSignalPlayers_Mutation, freezeOptions);
  const deed = texts.freeze.deed(playerCount);
  const freezeAll = async (reason: string) => {
    const answer = await act({ signalId: id, reason });
    if (answer.outcome !== 'done') return false;
    onTold(toldOf(answer.payload.deeds, texts.freeze.done));
    return true;
  };
  return (
    <ReasonedDeed
      deed={deed}
      label={texts.what(deed, signals.kinds[kind])}
      question={texts.freeze.question(playerCount)}
      danger
      busy={pending}
      problem={problem?.text}
      act={freezeAll}
    />
  );
}
