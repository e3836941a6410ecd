import { graphql } from '../../gql/gql.ts';
import type { SignalFacts_signalFragment } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { signals } from '#messages/admin/signals.ts';

graphql(`
  fragment SignalFacts_signal on Signal {
    id
    kind
    score
    likely
    playerCount
    evidence {
      account
      withdrawals
      paid
      userAgent
      signIns
      playersAtAddress
      reference
      submissions
      rounds
      commonRounds
      gameIds
      staked
      deposits
      deposited
      withdrawn
      signedInAt
      amount
      newAccount
      registeredWithinHours
      supportedBy
    }
  }
`);

export type SignalFacts = Omit<SignalFacts_signalFragment, ' $fragmentName'>;

const { evidence: texts, kinds } = signals;
const money = (amount: string | null) => formatMoneyShort(amount ?? '0');

/** What a signal rests on, in sentences: what its kind is about first, then what else these players have in common. */
export function evidenceSentences(signal: SignalFacts): string[] {
  const { registeredWithinHours, supportedBy } = signal.evidence;
  return [
    ...ownSentences(signal),
    ...(registeredWithinHours === null ? [] : [texts.registeredWithin(registeredWithinHours)]),
    ...(supportedBy?.length ? [texts.supportedBy(supportedBy.map((kind) => kinds[kind]).join(', '))] : []),
  ];
}

function ownSentences({ kind, playerCount, evidence }: SignalFacts): string[] {
  const { signIns, playersAtAddress } = evidence;
  const address =
    playersAtAddress !== null && playersAtAddress > playerCount ? [texts.atAddress(playersAtAddress)] : [];
  switch (kind) {
    case 'SHARED_UPI':
    case 'SHARED_ACCOUNT':
      return [texts.sharedPayout(playerCount, evidence.account ?? '', evidence.withdrawals ?? 0, money(evidence.paid))];
    case 'SHARED_DEVICE':
      return [texts.sharedDevice(playerCount, deviceOf(evidence.userAgent), signIns ?? 0), ...address];
    case 'SHARED_ADDRESS':
      return [texts.sharedAddress(playerCount, signIns ?? 0), ...address];
    case 'REPEATED_REFERENCE':
      return [texts.repeatedReference(playerCount, evidence.reference ?? '', evidence.submissions ?? 0)];
    case 'OPPOSITE_BETS':
      return [texts.oppositeBets(evidence.rounds ?? 0, evidence.commonRounds ?? 0, money(evidence.staked))];
    case 'UNPLAYED':
      return [
        texts.unplayed(
          evidence.deposits ?? 0,
          money(evidence.deposited),
          money(evidence.withdrawn),
          money(evidence.staked),
        ),
      ];
    case 'EXCLUDED_ACCOUNT':
      return [texts.excludedAccount(evidence.account ?? '', evidence.withdrawals ?? 0, money(evidence.paid))];
    case 'EXCLUDED_DEVICE':
      return [texts.excludedDevice(evidence.signedInAt === null ? '' : formatInstant(evidence.signedInAt))];
    case 'NEW_DEVICE':
      return [
        texts.newDevice(
          deviceOf(evidence.userAgent),
          evidence.signedInAt === null ? '' : formatInstant(evidence.signedInAt),
          money(evidence.amount),
        ),
        ...(evidence.newAccount === true ? [texts.newAccount] : []),
      ];
  }
}

/** The device part of a User-Agent header, such as `Linux; Android 13; SM-G991B`; without one, the header's first 60 characters. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return texts.unknownDevice;
  return /\(([^)]+)\)/.exec(userAgent)?.[1] ?? userAgent.slice(0, 60);
}
