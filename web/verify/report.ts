import type { CheckedRound } from '../lib/verify/checkMonth.ts';
import { type Step, steps } from '../lib/verify/checkRound.ts';
import { type LogStep, logSteps } from '../lib/verify/loggedRound.ts';

export type ReportedStep = Step | LogStep | 'follows';

/** In the order in which a round goes through them. */
export const reportedSteps: readonly ReportedStep[] = ['follows', ...steps, ...logSteps];

interface Count {
  held: number;
  failed: number;
  unchecked: number;
}

/** Faults and void rounds beyond so many are counted only. */
const mostListed = 500;

/** What the checks of a file's rounds have found so far. */
export class Report {
  rounds = 0;
  first: string | null = null;
  last: string | null = null;
  readonly counts = new Map<ReportedStep, Count>(
    reportedSteps.map((step) => [step, { held: 0, failed: 0, unchecked: 0 }]),
  );
  /** Rounds by version and who decided them. */
  readonly kinds = new Map<string, number>();
  faultCount = 0;
  readonly faults: { gameId: string; step: ReportedStep }[] = [];
  readonly waiting: { gameId: string; beaconRound: number | null }[] = [];
  readonly voids: { gameId: string; reason: string; number: number | null }[] = [];

  add({ round, follows, checks, logged, order, rule }: CheckedRound): void {
    this.rounds += 1;
    this.first ??= round.gameId;
    this.last = round.gameId;
    const kind = `${round.drawVersion}, ${round.decidedBy ?? (round.state === 'CLOSED' ? 'waiting' : 'void')}`;
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    this.#count(round.gameId, 'follows', follows);
    for (const step of steps) this.#count(round.gameId, step, checks[step]);
    for (const step of logSteps) this.#count(round.gameId, step, logged[step]);
    if (round.state === 'CLOSED' && this.waiting.length < mostListed) {
      this.waiting.push({ gameId: round.gameId, beaconRound: round.beaconRound });
    }
    if (round.state === 'VOID' && this.voids.length < mostListed) {
      const number = rule?.winner ?? order?.[0] ?? null;
      this.voids.push({ gameId: round.gameId, reason: round.voidReason ?? '', number });
    }
  }

  #count(gameId: string, step: ReportedStep, holds: boolean | null | undefined): void {
    const count = this.counts.get(step);
    if (holds === undefined || !count) return;
    if (holds === null) count.unchecked += 1;
    else if (holds) count.held += 1;
    else {
      count.failed += 1;
      this.fail(gameId, step);
    }
  }

  fail(gameId: string, step: ReportedStep): void {
    this.faultCount += 1;
    if (this.faults.length < mostListed) this.faults.push({ gameId, step });
  }
}
