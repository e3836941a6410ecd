import type { Db } from '../../../../db/client.ts';
import type { DomainEvent } from '../verbs/events.ts';

/** A replica for reads of the back office. */
export interface ReportReplica {
  /**
   * The replica where it lags within its bound and has everything that these events announced; else null, and the read
   * counts as one of the primary.
   */
  dbAfter(events: readonly DomainEvent['type'][]): Db | null;
  /** Whether the read may be tried on the primary. The replica is then left alone for a moment. */
  failed(error: unknown): boolean;
}
