import { useState } from 'react';
import type { ContestState, DecidedBy, DrawVersion } from '../../gql/graphql.ts';
import { formatMoney, paiseOf } from '../../lib/money.ts';
import { fairness } from '#messages/fairness.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import classes from './FairCheck.module.css';
import { drawNames } from './drawNames.ts';
import type { LogResult, OwnStake, RoundCheck } from './roundCheck.ts';
import { RuleOutcomes, type RuleOutcome } from './RuleOutcomes.tsx';
import { useRoundCheck } from './useRoundCheck.ts';
import { Verdict } from './Verdict.tsx';

/** More are fetched and hashed only on request: a phone four times slower than a desktop checks so many in 1.5 s. */
const mostBets = 500;

/** A round as its page publishes it; hashes in hex, null as long as they are not there. */
export interface PublishedRound {
  readonly gameId: string;
  readonly state: ContestState;
  readonly decidedBy: DecidedBy;
  readonly seed: string;
  readonly commitment: string;
  readonly endsAt: string;
  readonly drawVersion: DrawVersion;
  readonly beaconRound: number | null;
  readonly betsRoot: string | null;
  readonly beaconSignature: string | null;
  readonly beaconRandomness: string | null;
  readonly timelock: string | null;
  /** Null of a void round. */
  readonly winningNumber: number | null;
  readonly voidReason: string | null;
  /** Of a round that is void for want of the beacon, once that has come. */
  readonly wouldHaveBeen: number | null;
  /** Only under the profit rule, as its version. */
  readonly profitabilityLevel: number | null;
  readonly ruleVersion: number | null;
  readonly outcomes: readonly RuleOutcome[] | null;
  /** From SETTLED on. */
  readonly betCount: number | null;
  /** The player's own bets, in the worker's terms. */
  readonly own: readonly OwnStake[];
}

/** The verification of a decided round, computed on the device. */
export function FairCheckCard(round: PublishedRound) {
  return (
    <Card title={fairness.check}>
      {isSecureContext ? <Checked {...round} /> : <Notice tone="attention">{fairness.noWebCrypto}</Notice>}
    </Card>
  );
}

function Checked(round: PublishedRound) {
  const { gameId, betCount, state, own } = round;
  const basis = round.beaconRound === null ? 'withoutBeacon' : 'withBeacon';
  const [withAll, setWithAll] = useState(false);
  // Published once the round is decided or void.
  const arePublic = state === 'DECIDED' || state === 'SETTLED' || state === 'VOID';
  const areMany = (betCount ?? 0) > mostBets && !withAll;
  const betsUrl = arePublic && !areMany ? `/transparency/bets/${gameId}.jsonl` : null;
  const logUrl = arePublic ? `/log/rounds/${gameId}` : null;
  const checking = useRoundCheck({ round: checkableOf(round), own, betsUrl, logUrl });
  if (checking === null) return <LoadingInline />;
  if (checking === 'failed') return <Notice tone="attention">{fairness.checkFailed}</Notice>;
  return (
    <Stack gap={12}>
      <Verdicts round={round} check={checking} />
      {arePublic && areMany && (
        <Button variant="light" onClick={() => setWithAll(true)}>
          {fairness.checkBets(betCount ?? 0)}
        </Button>
      )}
      {checking.log && <AboutLog log={checking.log} />}
      <Explained round={round} check={checking} />
      <p className={classes.quiet}>
        {fairness.checkedBy[basis]} <a href="/verify.html">{fairness.verifier}</a>
      </p>
      <p className={classes.quiet}>{fairness.notProved[basis]}</p>
    </Stack>
  );
}

function checkableOf(round: PublishedRound) {
  const { gameId, seed, commitment, endsAt, state, decidedBy, winningNumber, drawVersion } = round;
  const { beaconRound, beaconSignature, beaconRandomness, betsRoot, timelock } = round;
  const { profitabilityLevel, ruleVersion, outcomes, betCount, voidReason } = round;
  return {
    gameId,
    seed,
    commitment,
    endsAt,
    state,
    winningNumber,
    drawVersion: drawNames[drawVersion],
    beaconRound,
    beaconSignature,
    beaconRandomness,
    betsRoot,
    timelock,
    profitabilityLevel,
    ruleVersion,
    decidedBy: state === 'VOID' || state === 'CLOSED' ? null : decidedBy,
    wouldBeDecidedBy: decidedBy,
    bets: betCount,
    stakes: outcomes?.[0]?.stakes ?? null,
    payoutsByNumber: outcomes?.map(({ payouts }) => payouts) ?? null,
    // By the public log.
    payouts: null,
    voidReason,
  };
}

function Verdicts({ round, check }: { round: PublishedRound; check: RoundCheck }) {
  const { decidedBy, winningNumber, profitabilityLevel, beaconRound, own } = round;
  const { checks, order, rule, bets, log } = check;
  const [drawn] = order ?? [];
  const text = fairness;
  const all: [holds: boolean | null | undefined, text: string][] = [
    [checks.seed, text.link],
    [checks.beacon, text.beaconSigned(beaconRound ?? 0)],
    [checks.timelock, text.timelockOpened],
    [checks.root, text.rootOfBets(bets ?? 0)],
    [checks.stakes, text.stakesOfBets],
    [check.own, text.ownAmong(own.length)],
    [
      winningNumber === null ? null : checks.number,
      decidedBy === 'PROFIT_RULE' ? text.ruleResult(profitabilityLevel ?? 0, rule?.winner ?? 0) : text.draw(drawn ?? 0),
    ],
    [checks.payouts, text.paid(formatMoney(log?.settled?.payouts ?? '0.00'))],
    [log?.checks.log, text.inLog(log?.size ?? 0)],
    [log?.checks.witnessed, text.witnessed(log?.witnesses?.all ?? 0)],
    [log?.checks.void, text.couldBeVoid],
  ];
  return (
    <ul className={classes.verdicts}>
      {all.map(([holds, statement]) =>
        typeof holds === 'boolean' ? <Verdict key={statement} holds={holds} text={statement} /> : null,
      )}
    </ul>
  );
}

function AboutLog({ log: { name, size, witnesses, confirmedBy } }: { log: LogResult }) {
  const text = fairness;
  if (name === null) return null;
  return (
    <p className={classes.quiet}>
      {text.logName(name, size)} {aboutWitnesses(witnesses, confirmedBy)}
    </p>
  );
}

function aboutWitnesses(witnesses: LogResult['witnesses'], confirmedBy: readonly string[]): string {
  const text = fairness;
  const names = confirmedBy.length > 0 ? ` ${text.confirmedBy(confirmedBy.join(', '))}` : '';
  if (witnesses !== null) return text.newestConfirmed(witnesses.current, witnesses.all) + names;
  return names === '' ? text.withoutWitnesses : text.needsNoWitnesses + names;
}

function Explained({ round, check }: { round: PublishedRound; check: RoundCheck }) {
  const { decidedBy, outcomes, wouldHaveBeen } = round;
  const { order, rule } = check;
  return (
    <>
      <p>{explanation(round, check)}</p>
      {wouldHaveBeen !== null && decidedBy === 'PROFIT_RULE' && <p>{fairness.wouldHaveBeen(wouldHaveBeen)}</p>}
      {order && (
        <div>
          <p className={classes.quiet}>{fairness.order}</p>
          <VisuallyHidden>{order.join(', ')}</VisuallyHidden>
          <div className={classes.order}>
            {order.map((number) => (
              <NumberDisc key={number} number={number} />
            ))}
          </div>
        </div>
      )}
      {rule && outcomes && <RuleOutcomes outcomes={outcomes} rule={rule} />}
    </>
  );
}

function explanation(
  { state, decidedBy, winningNumber, profitabilityLevel, ruleVersion }: PublishedRound,
  { order, rule }: RoundCheck,
): string {
  const drawn = order?.[0];
  if (state === 'CLOSED') return fairness.waitingForBeacon;
  if (winningNumber === null) return drawn === undefined ? fairness.byVoidAlone : fairness.byVoid(drawn);
  if (decidedBy === 'OPERATOR') return fairness.byOperator(drawn ?? 0);
  if (!rule || profitabilityLevel === null) return fairness.byDraw;
  if (ruleVersion === 1) return fairness.byRuleOfAll(profitabilityLevel);
  return fairness.byRule({ level: profitabilityLevel, counted: rule.ranked.length, place: rule.place });
}

/** A bet of the player's own as the worker takes it. */
export function ownStakeOf(bet: {
  readonly selection: { readonly color: string | null; readonly number: number | null };
  readonly amount: string;
  readonly payout?: string | null;
  readonly placedAt: string;
}): OwnStake {
  const { color, number } = bet.selection;
  return {
    selection: number ?? 10 + ['GREEN', 'VIOLET', 'RED'].indexOf(color ?? ''),
    paise: Number(paiseOf(bet.amount)),
    receivedAt: Date.parse(bet.placedAt),
    payoutPaise: bet.payout == null ? null : paiseOf(bet.payout),
  };
}
