import { graphql } from '../../gql/gql.ts';
import type { AlertFacts_alertFragment } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { alerts } from '#messages/admin/alerts.ts';
import { paths } from '../../paths.ts';

graphql(`
  fragment AlertFacts_alert on Alert {
    id
    kind
    mustKnow
    openedAt
    endedAt
    acknowledgedAt
    acknowledgedBy {
      id
      name
    }
    count
    since
    amount
    uid
    name
    reference
    payee
    day
    gameId
    failure
    programs
    freeMegabytes
    number
    winners {
      uid
      name
      stake
      payout
    }
  }
`);

export type AlertFacts = AlertFacts_alertFragment;

const { causes } = alerts;

/** The cause of an alert in a sentence. */
export function alertText(alert: AlertFacts): string {
  const count = alert.count ?? 0;
  const since = alert.since === null ? '' : formatInstant(alert.since);
  const amount = formatMoneyShort(alert.amount ?? '0');
  switch (alert.kind) {
    case 'QUEUE_OVERDUE':
      return causes.queueOverdue(count, since);
    case 'STATEMENT_DRIFT':
      return causes.statementDrift(alert.payee ?? '', alert.day ?? '', amount);
    case 'UNUSUAL_WIN':
      return causes.unusualWin(alert.name ?? '', alert.uid ?? '', amount);
    case 'FAILED_SIGN_INS':
      return causes.failedSignIns(count);
    case 'OVERDUE_ROUND':
      return causes.overdueRound(count, alert.gameId ?? '', since);
    case 'WAITING_ROUND':
      return causes.waitingRound(count, alert.gameId ?? '', since);
    case 'BOOKS_FAILED':
      if (alert.failure !== null) return causes.booksFailure(alert.failure);
      return count > 0 ? causes.booksFaults(count, since) : causes.booksLate(since);
    case 'KNOWN_HOLES':
      return causes.knownHoles(alert.programs ?? '');
    case 'OVERRIDDEN_ROUND':
      return causes.overriddenRound({
        gameId: alert.gameId ?? '',
        number: alert.number ?? 0,
        count,
        amount,
        winners: (alert.winners ?? []).map(({ name, uid, stake, payout }) =>
          causes.winner(name, uid, formatMoneyShort(stake), formatMoneyShort(payout)),
        ),
      });
    case 'CREDITED_PAYOUT':
      return causes.creditedPayout(alert.name ?? '', alert.uid ?? '', amount, alert.reference ?? '');
    case 'SILENT_WITNESS':
      return causes.silentWitness(alert.name ?? '', since);
    case 'SILENT_BEACON':
      return causes.silentBeacon;
    case 'DISK_SHORT':
      return causes.diskShort(alert.freeMegabytes ?? 0);
  }
}

/** The page where it is solved. */
export function solvedAt({ kind, uid, reference }: Pick<AlertFacts, 'kind' | 'uid' | 'reference'>): string {
  switch (kind) {
    case 'QUEUE_OVERDUE':
      return paths.admin.oldestTransactions;
    case 'STATEMENT_DRIFT':
      return paths.admin.statements;
    case 'CREDITED_PAYOUT':
      return paths.admin.transactionsFor(reference ?? '');
    case 'UNUSUAL_WIN':
      return paths.admin.player(uid ?? '');
    case 'FAILED_SIGN_INS':
      return paths.admin.refusedSignIns;
    case 'OVERDUE_ROUND':
    case 'WAITING_ROUND':
    case 'SILENT_BEACON':
    case 'OVERRIDDEN_ROUND':
      return paths.admin.sapre;
    case 'BOOKS_FAILED':
    case 'KNOWN_HOLES':
    case 'SILENT_WITNESS':
    case 'DISK_SHORT':
      return paths.admin.dashboard;
  }
}
