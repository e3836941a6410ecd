import { reportAuditHead } from '../domain/accounts/reportAuditHead.ts';
import { contextFor, type Services } from '../domain/context.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface AuditHeads {
  /** Resolves after the report under way. */
  stop(): Promise<void>;
}

/** Reports the head of the audit log at every full hour. A failed report is logged; the next one is an hour later. */
export function startAuditHeads(services: Services): AuditHeads {
  const { clock, log } = services;
  let stopped = false;
  let cancelTimer = () => {};
  let round = Promise.resolve();

  function schedule(): void {
    if (!stopped) cancelTimer = clock.at((Math.floor(clock.now() / HOUR_MS) + 1) * HOUR_MS, start);
  }

  async function report(): Promise<void> {
    try {
      await reportAuditHead(contextFor(services, { kind: 'system' }), 'oncePerHour');
    } catch (error) {
      log.error({ err: error }, 'the head of the audit log could not be reported');
    }
    schedule();
  }

  function start(): void {
    round = report();
  }

  schedule();
  return {
    stop() {
      stopped = true;
      cancelTimer();
      return round;
    },
  };
}
