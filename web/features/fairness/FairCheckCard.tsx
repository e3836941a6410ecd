import type { ContestState, DecidedBy } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import classes from './FairCheck.module.css';
import { RuleOutcomes, type RuleOutcome } from './RuleOutcomes.tsx';
import { useFairCheck, type FairCheck, type PublishedRound } from './useFairCheck.ts';
import { Verdict } from './Verdict.tsx';

interface FairCheckCardProps extends PublishedRound {
  readonly state: ContestState;
  readonly decidedBy: DecidedBy;
  /** Null of a void round. */
  readonly winningNumber: number | null;
  /** Of a round that is void for want of the beacon, once that has come. */
  readonly wouldHaveBeen: number | null;
  readonly outcomes: readonly RuleOutcome[] | null;
}

/** The verification of a decided round, computed in the browser. */
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
  const { decidedBy, winningNumber, profitabilityLevel, outcomes, beaconRound, wouldHaveBeen } = round;
  const { rule, order, signed } = check;
  const drawn = order?.[0] ?? null;
  return (
    <Stack gap={12}>
      <ul className={classes.verdicts}>
        <Verdict holds={check.linked} text={words.fairness.link} />
        {signed !== null && beaconRound !== null && (
          <Verdict holds={signed} text={words.fairness.beaconSigned(beaconRound)} />
        )}
        {decidedBy === 'DRAW' && winningNumber !== null && drawn !== null && (
          <Verdict holds={drawn === winningNumber} text={words.fairness.draw(drawn)} />
        )}
        {rule && (
          <Verdict
            holds={rule.winner === winningNumber}
            text={words.fairness.ruleResult(profitabilityLevel ?? 0, rule.winner)}
          />
        )}
      </ul>
      <p>{explanation(round, check)}</p>
      {wouldHaveBeen !== null && decidedBy === 'PROFIT_RULE' && <p>{words.fairness.wouldHaveBeen(wouldHaveBeen)}</p>}
      {order && (
        <div>
          <p className={classes.quiet}>{words.fairness.order}</p>
          <VisuallyHidden>{order.join(', ')}</VisuallyHidden>
          <div className={classes.order}>
            {order.map((number) => (
              <NumberDisc key={number} number={number} />
            ))}
          </div>
        </div>
      )}
      {rule && outcomes && <RuleOutcomes outcomes={outcomes} rule={rule} />}
    </Stack>
  );
}

function explanation(
  { state, decidedBy, winningNumber, profitabilityLevel, ruleVersion }: FairCheckCardProps,
  { order, rule }: FairCheck,
): string {
  const drawn = order?.[0];
  if (state === 'CLOSED') return words.fairness.waitingForBeacon;
  if (winningNumber === null) return drawn === undefined ? words.fairness.byVoidAlone : words.fairness.byVoid(drawn);
  if (decidedBy === 'OPERATOR') return words.fairness.byOperator(drawn ?? 0);
  if (!rule || profitabilityLevel === null) return words.fairness.byDraw;
  if (ruleVersion === 1) return words.fairness.byRuleOfAll(profitabilityLevel);
  return words.fairness.byRule({ level: profitabilityLevel, counted: rule.ranked.length, place: rule.place });
}
