import { graphql } from '../../gql/gql.ts';
import type { OwedCard_statementFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { stats } from '#messages/admin/stats.ts';
import { Facts } from '../../ui/Facts.tsx';
import { added, orNone, taken } from '../admin/statementLines.ts';
import classes from './OwedCard.module.css';
import { StatsCard } from './StatsCard.tsx';
import type { Range } from './statsRange.ts';

graphql(`
  fragment OwedCard_statement on OwedStatement {
    owedAtStart
    deposits
    withdrawals
    returnedPayouts
    playCredit
    playMoneyTaken
    corrections
    won
    staked
    owedAtEnd
    now {
      available
      held
      liveStakes
      unclaimed
      pendingDeposits
    }
  }
`);

const { owed: texts } = stats;

interface OwedCardProps {
  statement: OwedCard_statementFragment;
  range: Range;
}

/** What players were owed at the start of the range, what has changed it, what they are owed at its end; and its parts now. */
export function OwedCard({ statement, range }: OwedCardProps) {
  const { owedAtStart, deposits, withdrawals, returnedPayouts, playCredit, playMoneyTaken, corrections, won, staked } =
    statement;
  const { owedAtEnd, now } = statement;
  return (
    <StatsCard title={texts.title}>
      <Facts
        facts={[
          [texts.atStart(formatInstant(range.from)), formatMoney(owedAtStart)],
          [texts.deposits, added(deposits)],
          [texts.withdrawals, taken(withdrawals)],
          [texts.returnedPayouts, orNone(added, returnedPayouts)],
          [texts.playCredit, orNone(added, playCredit)],
          [texts.playMoneyTaken, orNone(taken, playMoneyTaken)],
          [texts.corrections, orNone(added, corrections)],
          [texts.won, added(won)],
          [texts.staked, taken(staked)],
          [texts.atEnd(formatInstant(range.to)), <strong key="end">{`= ${formatMoney(owedAtEnd)}`}</strong>],
        ]}
      />
      <p className={classes.hint}>{texts.hint}</p>
      <h3 className={classes.now}>{texts.now}</h3>
      <Facts
        facts={[
          [texts.available, formatMoney(now.available)],
          [texts.held, formatMoney(now.held)],
          [texts.liveStakes, formatMoney(now.liveStakes)],
          [texts.unclaimed, formatMoney(now.unclaimed)],
          [texts.pendingDeposits, formatMoney(now.pendingDeposits)],
        ]}
      />
    </StatsCard>
  );
}
