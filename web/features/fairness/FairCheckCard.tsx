import { VisuallyHidden } from '@mantine/core';
import type { DecidedBy } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { Table } from '../../ui/Table.tsx';
import classes from './FairCheck.module.css';
import { useFairCheck, type PublishedRound } from './useFairCheck.ts';
import { Verdict } from './Verdict.tsx';

interface Outcome {
  readonly number: number;
  readonly stakes: string;
  readonly payouts: string;
  readonly profit: string;
}

interface FairCheckCardProps extends PublishedRound {
  readonly decidedBy: DecidedBy;
  readonly winningNumber: number;
  readonly outcomes: readonly Outcome[] | null;
}

/** The check of a decided round, made by the reader's own browser. */
export function FairCheckCard(round: FairCheckCardProps) {
  return (
    <Card title={words.fairness.check}>
      {isSecureContext ? <Checked {...round} /> : <Notice tone="attention">{words.fairness.noWebCrypto}</Notice>}
    </Card>
  );
}

function Checked(round: FairCheckCardProps) {
  const check = useFairCheck(round);
  if (!check) return <LoadingInline />;
  const { decidedBy, winningNumber, profitabilityLevel, outcomes } = round;
  const drawn = check.order[0] ?? 0;
  return (
    <Stack gap={12}>
      <ul className={classes.verdicts}>
        <Verdict holds={check.linked} text={words.fairness.link} />
        {decidedBy === 'DRAW' && <Verdict holds={drawn === winningNumber} text={words.fairness.draw(drawn)} />}
        {decidedBy === 'PROFIT_RULE' && check.ruleNumber !== null && (
          <Verdict
            holds={check.ruleNumber === winningNumber}
            text={words.fairness.ruleResult(profitabilityLevel ?? 0, check.ruleNumber)}
          />
        )}
      </ul>
      <p>{explanation(decidedBy, drawn)}</p>
      <div>
        <p className={classes.quiet}>{words.fairness.order}</p>
        <VisuallyHidden>{check.order.join(', ')}</VisuallyHidden>
        <div className={classes.order}>
          {check.order.map((number) => (
            <NumberDisc key={number} number={number} />
          ))}
        </div>
      </div>
      {decidedBy === 'PROFIT_RULE' && outcomes && <Outcomes outcomes={outcomes} />}
    </Stack>
  );
}

function explanation(decidedBy: DecidedBy, drawn: number): string {
  if (decidedBy === 'OPERATOR') return words.fairness.byOperator(drawn);
  return decidedBy === 'DRAW' ? words.fairness.byDraw : words.fairness.byRule;
}

function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  const { number, stakes, payouts, profit } = words.fairness.outcomes;
  return (
    <Table label={words.fairness.byRule} columns={[number, stakes, payouts, profit]}>
      {outcomes.map((outcome) => (
        <tr key={outcome.number}>
          <td>{outcome.number}</td>
          <td>{formatMoney(outcome.stakes)}</td>
          <td>{formatMoney(outcome.payouts)}</td>
          <td>{formatMoney(outcome.profit)}</td>
        </tr>
      ))}
    </Table>
  );
}
