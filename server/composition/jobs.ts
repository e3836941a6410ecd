import type { Db } from '../../db/client.ts';
import type { Services } from '../domain/ground/verbs/context.ts';
import type { MakeChain } from '../domain/contests/chains.ts';
import { startAlerts, startOverrideAlerts } from '../jobs/alerts.ts';
import { startAuditHeads } from '../jobs/auditHeads.ts';
import { startBeaconProbes } from '../jobs/beaconProbes.ts';
import { type ContestClock, startContestClock } from '../jobs/contestClock.ts';
import { startDailyReport } from '../jobs/dailyReport.ts';
import { startHousekeeping } from '../jobs/housekeeping.ts';
import { startLateContests } from '../jobs/lateContests.ts';
import { startLiabilities } from '../jobs/liabilities.ts';
import { startLogMerger } from '../jobs/logMerger.ts';
import { startLogWitnesses } from '../jobs/logWitnesses.ts';
import { startMailOutbox } from '../jobs/mailOutbox.ts';
import { startNightlyAudit } from '../jobs/nightlyAudit.ts';
import { startSignals } from '../jobs/signals.ts';

/** Separate pools, so that neither many API calls nor a long housekeeping task delays a round. */
export interface JobDatabases {
  readonly clock: Db;
  readonly background: Db;
  readonly audit: Db;
}

interface Stoppable {
  stop(): Promise<void>;
}

/** Starts everything that happens without a call. Any number of servers may do so on one database. */
export async function startJobs(
  services: Services,
  { clock, background, audit }: JobDatabases,
  makeChain: MakeChain,
  onStop: (close: () => Promise<void>) => void,
): Promise<ContestClock> {
  const inBackground = { ...services, db: background };
  const inRounds = { ...services, db: clock };
  const kept = <Job extends Stoppable>(job: Job): Job => {
    onStop(() => job.stop());
    return job;
  };
  if (services.beacon?.isUsed) {
    // The first rounds open under colour-pf/2 where the beacon answers.
    await kept(startBeaconProbes(inBackground, services.beacon)).begun;
  }
  const contestClock = kept(startContestClock(inRounds, { makeChain }));
  kept(startLateContests(inBackground));
  const logWitnesses = kept(startLogWitnesses(inRounds));
  kept(startLogMerger(inRounds, logWitnesses.wake));
  kept(startMailOutbox(services));
  kept(startHousekeeping(inBackground));
  kept(startSignals(inBackground));
  kept(startAlerts(inBackground));
  kept(startOverrideAlerts(inBackground));
  kept(startDailyReport(inBackground));
  kept(startAuditHeads(inBackground));
  kept(startLiabilities(inBackground));
  kept(startNightlyAudit(inBackground, audit));
  return contestClock;
}

/** Of a server that leaves the rounds to others. */
export const noContestClock: ContestClock = {
  begun: Promise.resolve(),
  stop: () => Promise.resolve(),
  idle: () => Promise.resolve(),
  overdue: () => ({ sapreHalf: 0, sapreOne: 0, sapreThree: 0 }),
};
