import { formatRupees } from '../ground/values/money.ts';
import { shortInIndia } from '../records/indianTime.ts';
import type { Cause } from './cause.ts';

const rupees = (amount: string | undefined) => `Rs ${formatRupees(BigInt(amount ?? '0'))}`;

type Winner = NonNullable<Cause['facts']['winners']>[number];

function winnerText({ name, uid, stake, payout }: Winner): string {
  return `${name} (UID ${uid}) ${rupees(payout)} for ${rupees(stake)}`;
}

/** An alert in words for a mail, in English as the back office, with the address of the page where it is solved. */
export function alertText({ kind, facts }: Cause, publicUrl: string): string {
  const at = (path: string) => `${publicUrl}/admin/${path}`;
  switch (kind) {
    case 'queueOverdue':
      return `${facts.count} payments wait longer than promised.\n${at('transactions?order=oldest')}`;
    case 'statementDrift':
      return `${facts.payee}: the day ${facts.day} was closed with a drift of ${rupees(facts.amount)}.\n${at('statements')}`;
    case 'unusualWin':
      return `${facts.name} (UID ${facts.uid}) won ${rupees(facts.amount)} more than they staked in 24 hours.\n${at(`players/${facts.uid}`)}`;
    case 'failedSignIns':
      return (
        `${facts.count} sign-ins failed within an hour, the first of them at ${shortInIndia(new Date(facts.since ?? ''))}, most of them for ` +
        `the accounts with the UIDs ${facts.accounts}. Somebody may be guessing passwords. Where one of these accounts has ` +
        `been entered since, reset its password: that ends its sessions.\n${at('audit?action=session:refuse')}`
      );
    case 'overdueRound':
      return `${facts.count} rounds are not paid that have ended; the oldest is ${facts.gameId}.\n${at('sapre')}`;
    case 'waitingRound':
      return `${facts.count} rounds wait for the public beacon, the oldest is ${facts.gameId}. The server keeps asking the relays; npm run doctor tells whether one answers.\n${at('sapre')}`;
    case 'booksFailed':
      return facts.failure === undefined
        ? `The audit of the books found ${facts.count} faults, or has no result.\n${at('dashboard')}`
        : `The books could not be audited: ${facts.failure}\n${at('dashboard')}`;
    case 'knownHoles':
      return `Real money is run on programs with known holes: ${facts.programs}.\n${at('alerts')}`;
    case 'overriddenRound':
      return `${facts.gameId}: an operator has set the result ${facts.number}, which pays ${rupees(facts.amount)} to ${facts.count} players. Most by it: ${(facts.winners ?? []).map(winnerText).join('; ')}.\n${at('alerts')}`;
    case 'creditedPayout':
      return `A deposit of ${rupees(facts.amount)} of ${facts.name} (UID ${facts.uid}) was credited with the reference ${facts.reference}, which is that of a payout.\n${at('transactions?status=ALL')}`;
    case 'silentWitness':
      return `The witness ${facts.name} has confirmed nothing of the public log ${facts.since === undefined ? 'so far' : `since ${shortInIndia(new Date(facts.since))}`}. Where half of them confirm nothing, rounds are void: npm run doctor tells what is wrong.\n${at('dashboard')}`;
    case 'silentBeacon':
      return `The public beacon does not answer: rounds open without it, and are drawn from the seed alone. npm run doctor tells whether a relay answers.\n${at('sapre')}`;
    case 'diskShort':
      return `The disk of the database has ${facts.freeMegabytes} MB left. Bets, documents and bank statements are refused until space is freed.\n${at('dashboard')}`;
  }
}
