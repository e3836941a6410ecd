import { VisuallyHidden } from '@mantine/core';
import type { DecidedBy } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './FairCheck.module.css';
import { RuleOutcomes, type RuleOutcome } from './RuleOutcomes.tsx';
import { useFairCheck, type PublishedRound } from './useFairCheck.ts';
import { Verdict } from './Verdict.tsx';

interface FairCheckCardProps extends PublishedRound {
  readonly decidedBy: DecidedBy;
  readonly profitabilityLevel: number | null;
  readonly winningNumber: number;
  readonly outcomes: readonly RuleOutcome[] | null;
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
  const level = profitabilityLevel ?? 0;
  const ruled = decidedBy === 'PROFIT_RULE' ? check.ruleOrder : null;
  return (
    <Stack gap={12}>
      <ul className={classes.verdicts}>
        <Verdict holds={check.linked} text={words.fairness.link} />
        {decidedBy === 'DRAW' && <Verdict holds={drawn === winningNumber} text={words.fairness.draw(drawn)} />}
        {ruled && (
          <Verdict holds={ruled[level] === winningNumber} text={words.fairness.ruleResult(level, ruled[level] ?? 0)} />
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
      {ruled && outcomes && <RuleOutcomes outcomes={outcomes} order={ruled} level={level} />}
    </Stack>
  );
}

function explanation(decidedBy: DecidedBy, drawn: number): string {
  if (decidedBy === 'OPERATOR') return words.fairness.byOperator(drawn);
  return decidedBy === 'DRAW' ? words.fairness.byDraw : words.fairness.byRule;
}
