import type { User } from '../domain/accounts/users/user.ts';
import type { Context } from '../domain/ground/verbs/context.ts';
import type { ContestOutcome, ContestView } from '../domain/contests/contestView.ts';
import {
  colorOfSelection,
  colorsOfNumber,
  numberOfSelection,
  type Color,
  type Selection,
} from '../domain/contests/selections.ts';
import type { SealedType } from '../domain/ground/values/sealedTypes.ts';
import type { ProfitStats } from '../domain/stats/profitStats.ts';
import type { Ticket, TicketMessage } from '../domain/tickets/ticket.ts';
import { toRupeesNumber } from '../domain/ground/values/money.ts';
import { avatarUrl } from '../platform/avatars.ts';

/** Old clients call violet blue. */
export const colorNames = { GREEN: 'green', VIOLET: 'blue', RED: 'red' } as const satisfies Record<Color, string>;

/** The opaque `_id`: the same as the GraphQL id. */
export function seal(ctx: Context, type: SealedType, id: bigint): string {
  return ctx.ids.seal(type, id);
}

export function encodeInstant(instant: Date): string {
  return instant.toISOString();
}

/** The user in the responses of sign-ins. */
export function encodeUser({ avatar, name, email, uid, userType }: User) {
  return { avatar: avatarUrl(avatar), name, email, userId: uid, userType };
}

export function encodeMember(ctx: Context, { id, uid, name, email, avatar, status, roles }: User) {
  return { _id: seal(ctx, 'Member', id), userId: uid, name, email, avatar: avatarUrl(avatar), status, roles };
}

/** The selection of a bet. */
export function encodeSelection(selection: Selection) {
  const color = colorOfSelection(selection);
  if (color !== null) return { betType: 'color' as const, betValue: colorNames[color] };
  return { betType: 'number' as const, betValue: numberOfSelection(selection) ?? selection };
}

/** The URL of a document, or null without one. */
function documentAddress(ctx: Context, documentId: bigint | null): string | null {
  return documentId === null ? null : `/documents/${seal(ctx, 'Document', documentId)}`;
}

/** A message of a ticket's chat. Authors other than the ticket's player are shown as admin. */
export function encodeChat(ctx: Context, ticket: Ticket, message: TicketMessage) {
  return {
    _id: seal(ctx, 'TicketMessage', message.id),
    message: message.message,
    document: documentAddress(ctx, message.documentId),
    userType: message.authorId === ticket.playerId ? ('player' as const) : ('admin' as const),
    createdAt: encodeInstant(message.createdAt),
  };
}

export function encodeTicket(ctx: Context, ticket: Ticket, messages: readonly TicketMessage[]) {
  return {
    _id: seal(ctx, 'Ticket', ticket.id),
    title: ticket.title,
    description: ticket.description,
    ticketStatus: ticket.status,
    document: documentAddress(ctx, ticket.documentId),
    createdAt: encodeInstant(ticket.createdAt),
    chats: messages.filter(({ ticketId }) => ticketId === ticket.id).map((each) => encodeChat(ctx, ticket, each)),
  };
}

/** What is needed to verify who decided a contest. */
function encodeFairness(contest: ContestView) {
  const { decidedBy, profitabilityLevel, ruleVersion, drawVersion, chainId, chainIndex, commitment, seed } = contest;
  const { beaconRound, betsRoot, beaconRandomness } = contest;
  return {
    decidedBy,
    profitabilityLevel,
    ruleVersion,
    drawVersion,
    chainId,
    chainIndex,
    commitment: commitment.toString('hex'),
    seed: seed?.toString('hex') ?? null,
    beaconRound,
    betsRoot: betsRoot?.toString('hex') ?? null,
    beaconRandomness: beaconRandomness?.toString('hex') ?? null,
  };
}

export function encodeContest(ctx: Context, contest: ContestView) {
  const { id, gameId, gameType, winningNumber, outcomes } = contest;
  return {
    _id: seal(ctx, 'Contest', id),
    gameId,
    gameType,
    gameData: {
      startTime: encodeInstant(contest.startsAt),
      evaluationTime: encodeInstant(contest.closesAt),
      endTime: encodeInstant(contest.endsAt),
      winner: winningNumber === null ? null : { number: winningNumber, colors: encodeColors(winningNumber) },
    },
    ...encodeFairness(contest),
    outcomes: outcomes?.map(encodeOutcome) ?? null,
  };
}

function encodeOutcome({ number, stakes, payouts }: ContestOutcome) {
  return { number, stakes: toRupeesNumber(stakes), payouts: toRupeesNumber(payouts) };
}

function encodeColors(number: number) {
  return colorsOfNumber(number).map((color) => colorNames[color]);
}

/** A decided contest for admins. Its figures are known with its number, before everyone is paid. */
export function encodeContestFigures(contest: ContestView) {
  const { gameId, outcomes, winningNumber } = contest;
  const outcome = outcomes?.find(({ number }) => number === winningNumber);
  if (outcome === undefined) throw new Error(`contest ${gameId} is listed but not decided`);
  return {
    gameId,
    betAmount: toRupeesNumber(outcome.stakes),
    profit: toRupeesNumber(outcome.profit),
    ...encodeFairness(contest),
  };
}

export function encodeProfitStats({ gameType, stakes, profit }: ProfitStats) {
  return { _id: gameType, totalBetAmount: toRupeesNumber(stakes), totalProfit: toRupeesNumber(profit) };
}
