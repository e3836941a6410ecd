import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { WaitingRow_contestFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { games } from '#messages/admin/games.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ReasonDialog } from '../admin/ReasonDialog.tsx';
import { useMay } from '../admin/useMay.ts';
import { Link } from '../navigation/Link.tsx';
import { useVoidWaiting, type WaitingDeed } from './useVoidWaiting.ts';
import classes from './WaitingCard.module.css';

graphql(`
  fragment WaitingRow_contest on Contest {
    id
    gameId
    period
    endsAt
    serverTime
    voidNotice {
      reason
      effectiveAt
    }
    operator {
      voidAnnouncedBy {
        id
        name
      }
    }
  }
`);

/** The database's rule too (may_void_waiting). */
const ANNOUNCED_AFTER_MS = 7 * 86_400_000;

interface WaitingRowProps {
  round: WaitingRow_contestFragment;
  onDone: () => void;
}

/** A round that waits for the beacon; for owners with what they may do about it. */
export function WaitingRow({ round, onDone }: WaitingRowProps) {
  const { gameId, period, endsAt, serverTime, voidNotice } = round;
  const [deed, setDeed] = useState<WaitingDeed | null>(null);
  const mayAct = useMay()('CONTEST_VOID_WAITING');
  const { act, problem, setProblem, busy } = useVoidWaiting(gameId, () => {
    setDeed(null);
    onDone();
  });
  const text = games.waiting;
  const from = Date.parse(endsAt) + ANNOUNCED_AFTER_MS;
  const deeds: WaitingDeed[] = voidNotice ? ['carryOut', 'stop'] : Date.parse(serverTime) < from ? [] : ['announce'];
  const dialog = {
    title: period,
    busy,
    confirmLabel: deed === null ? '' : text[deed],
    question: deed === null ? '' : text[`${deed}Question`],
    onCancel: () => setDeed(null),
  };
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <Link to={paths.fairness(gameId)}>{period}</Link>
        <span>{text.since(formatInstant(endsAt))}</span>
        <span>{stateOf(round, from)}</span>
      </div>
      {mayAct && deeds.length > 0 && (
        <div className={classes.deeds}>
          {deeds.map((one) => (
            <Button
              key={one}
              variant="light"
              mih={44}
              {...(one === 'stop' ? {} : { color: 'red' })}
              aria-label={text[`${one}What`](period)}
              onClick={() => {
                setProblem(null);
                setDeed(one);
              }}
            >
              {text[one]}
            </Button>
          ))}
        </div>
      )}
      <ReasonDialog
        {...dialog}
        opened={deed === 'announce' || deed === 'stop'}
        hint={text.announceHint}
        danger={deed === 'announce'}
        problem={problem}
        onConfirm={(reason) => deed && void act(deed, reason)}
      />
      <ConfirmDialog
        {...dialog}
        opened={deed === 'carryOut'}
        danger
        note={problem && <Notice tone="bad">{problem}</Notice>}
        onConfirm={() => void act('carryOut', '')}
      />
    </li>
  );
}

function stateOf({ voidNotice: notice, operator }: WaitingRow_contestFragment, from: number): string {
  const text = games.waiting;
  if (notice === null) return text.announceFrom(formatInstant(new Date(from).toISOString()));
  const { reason, effectiveAt } = notice;
  return text.announced(reason, operator?.voidAnnouncedBy?.name ?? '', formatInstant(effectiveAt));
}
