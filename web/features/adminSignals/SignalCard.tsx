import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { SignalCard_signalFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { signals as texts } from '#messages/admin/signals.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { useMay } from '../admin/useMay.ts';
import { Link } from '../navigation/Link.tsx';
import { DecideSignal } from './DecideSignal.tsx';
import { evidenceSentences } from './evidence.ts';
import { SignalDeeds } from './SignalDeeds.tsx';
import classes from './Signals.module.css';
import { SignalPlayers } from './SignalPlayers.tsx';

graphql(`
  fragment SignalCard_signal on Signal {
    ...SignalFacts_signal @unmask
    state
    firstSeenAt
    lastSeenAt
    reason
    decidedAt
    decidedBy {
      id
      name
    }
  }
`);

interface SignalCardProps {
  signal: SignalCard_signalFragment;
  /** Called with the text of the toast: what was done. */
  onDone: (done: string) => void;
}

/** A signal with what it rests on, its players side by side once they are asked for, and what was decided. */
export function SignalCard({ signal, onDone }: SignalCardProps) {
  const [opened, setOpened] = useState(false);
  const mayDecide = useMay()('SIGNAL_DECIDE');
  const { state, kind, score, likely, playerCount } = signal;
  return (
    <Card>
      <article className={classes.card} aria-label={texts.kinds[kind]}>
        <header className={classes.head}>
          <h2 className={classes.kind}>{texts.kinds[kind]}</h2>
          <span className={`${classes.score} ${likely ? classes.likely : ''}`}>
            {likely && `${texts.likely} · `}
            {texts.score(score)}
          </span>
        </header>
        {evidenceSentences(signal).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Links signal={signal} />
        <p className={classes.quiet}>
          {texts.seen(formatInstant(signal.firstSeenAt), formatInstant(signal.lastSeenAt))}
        </p>
        {signal.decidedBy && signal.decidedAt && (
          <p className={classes.quiet}>
            {texts.decided(texts.states[state], signal.decidedBy.name, formatInstant(signal.decidedAt))} {signal.reason}
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="light" mih={44} aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {opened ? texts.hidePlayers : texts.showPlayers(playerCount)}
          </Button>
          {mayDecide && <DecideSignal signal={signal} onDone={onDone} />}
        </div>
        <SignalDeeds signal={signal} />
        {opened && <SignalPlayers signalId={signal.id} count={playerCount} />}
      </article>
    </Card>
  );
}

/** To what the evidence names: the deposits with the reference, some of the rounds. */
function Links({ signal: { evidence } }: { signal: SignalCard_signalFragment }) {
  return (
    <>
      {evidence.reference && (
        <p>
          <Link to={paths.admin.transactionsFor(evidence.reference)}>{evidence.reference}</Link>
        </p>
      )}
      {evidence.gameIds && evidence.gameIds.length > 0 && (
        <p className={classes.rounds}>
          {texts.evidence.someRounds}{' '}
          {evidence.gameIds.map((gameId) => (
            <Link key={gameId} to={paths.fairness(gameId)}>
              {gameId}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}
