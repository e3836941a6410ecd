import { atBasisPoints, formatMoney } from '../../lib/money.ts';
import { bet } from '#messages/bet.ts';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from './BetSheet.module.css';
import type { Rates } from './payouts.ts';
import type { Choice } from './selections.ts';

/** What the bet costs, and what it would return. */
export function StakeSummary({ choice, stakePaise, rates }: { choice: Choice; stakePaise: bigint; rates: Rates }) {
  const ifWins = 'color' in choice ? bet.ifWins[choice.color] : bet.ifNumber(choice.number);
  return (
    <dl className={classes.sums}>
      <div className={classes.sum}>
        <dt>{bet.total}</dt>
        <dd>
          <MoneyText amount={stakePaise} />
        </dd>
      </div>
      <div className={classes.sum}>
        <dt>{ifWins}</dt>
        <dd>
          <MoneyText amount={atBasisPoints(stakePaise, rates.usual)} />{' '}
          {rates.exceptions.map(({ number, basisPoints }) => (
            <span key={number} className={classes.exception}>
              {bet.exception(formatMoney(atBasisPoints(stakePaise, basisPoints)), number)}
            </span>
          ))}
        </dd>
      </div>
    </dl>
  );
}
