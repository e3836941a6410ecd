import { z } from 'zod';
import { adminRoles } from '../domain/ground/actors/adminRoles.ts';

/** Schemas of responses. Plain JSON: encode.ts has converted everything already. */

const rupees = z.number().meta({ description: 'Rupees.', examples: [1234.5] });
const instant = z.iso
  .datetime()
  .meta({ description: 'ISO 8601, UTC.', examples: ['2026-11-20T06:45:30.000Z'], pattern: undefined });
const id = z.string().meta({ description: 'Opaque id.', examples: ['kT0bqf0mVYoZ2nT2P4mX9A'] });
const success = z.literal(true);

export const gameTypeName = z.enum(['sapreHalf', 'sapreOne', 'sapreThree']);
const transactionType = z.enum(['credit', 'debit']);
const transactionStatus = z.enum(['pending', 'success', 'failed', 'cancelled']);
const hex32 = z.string().regex(/^[0-9a-f]{64}$/);

/** A response of these fields, with `success` as in every response. */
export function answerOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object({ success, ...shape });
}

const User = z
  .object({
    avatar: z.string().meta({ description: 'Address of the image.' }),
    name: z.string(),
    email: z.string(),
    userId: z.string().meta({ description: 'The UID that people see and copy.' }),
    userType: z.enum(['player', 'admin']),
  })
  .meta({ description: 'The signed-in user.' });

const Member = z
  .object({
    _id: id,
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    avatar: z.string(),
    status: z.enum(['active', 'deactivated']),
    roles: z.array(z.enum(adminRoles)),
  })
  .meta({ description: 'An admin, as admins see each other.' });

const BankDetails = z.object({ accountNumber: z.string(), ifscCode: z.string(), accountHolderName: z.string() });

const UpiPayee = z.object({ _id: id, upiId: z.string() }).meta({ description: 'The UPI account to pay deposits to.' });

const BankPayee = z
  .object({ _id: id, ...BankDetails.shape })
  .meta({ description: 'The bank account to pay deposits to.' });

const ManagedUpi = z.object({ ...UpiPayee.shape, active: z.boolean() });

const ManagedBankAccount = z.object({ ...BankPayee.shape, active: z.boolean() });

const GameAmount = z
  .object({ gameId: z.string(), amount: rupees })
  .meta({ description: 'A round that is not settled yet, and what the player has staked on it.' });

const BlockedAmount = z
  .object({ amount: rupees, transactionId: id })
  .meta({ description: 'A pending withdrawal: the amount is held until it is decided.' });

const HistoryEntry = z
  .object({
    transactionType,
    amount: rupees.meta({ description: 'Always positive.' }),
    timestamp: instant,
    gameData: z
      .object({ gameId: z.string(), betAmount: rupees, winAmount: rupees })
      .optional()
      .meta({ description: 'For finished rounds.' }),
  })
  .meta({ description: 'A finished round, an approved deposit, a paid withdrawal, or one that the bank sent back.' });

const Transaction = z
  .object({
    _id: id,
    transactionType,
    transactionStatus,
    amount: rupees,
    upiId: z.string().nullable().meta({ description: 'Where it was paid to; null for bank transfers.' }),
    bankAccount: BankDetails.nullable().meta({ description: 'Where it was paid to; null for UPI.' }),
    referenceId: z.string().nullable().meta({ description: "The deposit's reference, or the bank's for a payout." }),
    createdAt: instant,
    updatedAt: instant,
    message: z.string().optional().meta({ description: "The admin's words on the decision." }),
  })
  .meta({ description: 'A deposit (credit) or withdrawal (debit), as its player sees it.' });

const DecidableTransaction = z
  .object({
    ...Transaction.shape,
    userId: z.string().meta({ description: "The player's UID." }),
    payeeActive: z
      .boolean()
      .nullable()
      .meta({ description: 'Deposits: false when the payee has been switched off since.' }),
  })
  .meta({ description: 'A deposit or withdrawal, as admins see it.' });

const Chat = z
  .object({
    _id: id,
    message: z.string(),
    document: z.string().nullable().meta({ description: 'Address of the document.' }),
    userType: z.enum(['player', 'admin']).meta({ description: 'Who wrote it.' }),
    createdAt: instant,
  })
  .meta({ description: 'A message about a ticket.' });

const Ticket = z
  .object({
    _id: id,
    title: z.string(),
    description: z.string(),
    ticketStatus: z.enum(['pending', 'success']),
    document: z.string().nullable().meta({ description: 'Address of the document.' }),
    createdAt: instant,
    chats: z.array(Chat),
  })
  .meta({ description: "A player's ticket and what was said about it, oldest first." });

const Winner = z.object({ number: z.int().min(0).max(9) });

const Contest = z
  .object({
    _id: id,
    gameId: z.string(),
    gameType: gameTypeName,
    gameData: z.object({
      startTime: instant,
      evaluationTime: instant.meta({ description: 'Betting closes.' }),
      endTime: instant,
      winner: z
        .object({ ...Winner.shape, colors: z.array(z.enum(['green', 'blue', 'red'])) })
        .nullable()
        .meta({ description: 'Null until the round has ended.' }),
    }),
    decidedBy: z
      .enum(['OPERATOR', 'DRAW', 'PROFIT_RULE'])
      .meta({ description: 'What decides the winning number, from the moment it is so.' }),
    profitabilityLevel: z.int().min(0).max(9).nullable().meta({ description: 'Under PROFIT_RULE only.' }),
    ruleVersion: z
      .union([z.literal(1), z.literal(2)])
      .nullable()
      .meta({
        description:
          'Under PROFIT_RULE only. Of n outcomes, ordered by the profit of the house, lowest first, the one at place ' +
          'floor(level × n / 10), from 0, wins. 2: the outcomes that pay out no more than was staked (all ten if there is ' +
          'none). 1: all ten.',
      }),
    drawVersion: z.string().meta({
      description: 'Version of the draw, fixed when the round opens: colour-pf/2 draws with a public beacon.',
      examples: ['colour-pf/1', 'colour-pf/2'],
    }),
    chainId: z.string(),
    chainIndex: z.int().min(1),
    commitment: hex32.meta({ description: 'SHA-256 of the seed, published when the round opens.' }),
    seed: hex32.nullable().meta({ description: 'Null until the round has ended.' }),
    beaconRound: z.int().nullable().meta({
      description: 'Under colour-pf/2: the round of drand’s quicknet whose time is the end of this round. Else null.',
    }),
    betsRoot: hex32.nullable().meta({
      description: 'Under colour-pf/2: RFC 6962 tree hash over its bets, from the closing of bets on. Else null.',
    }),
    beaconRandomness: hex32.nullable().meta({
      description: 'Under colour-pf/2: the randomness of the beacon’s round, once it has come. Else null.',
    }),
    outcomes: z
      .array(z.object({ number: z.int().min(0).max(9), stakes: rupees, payouts: rupees }))
      .nullable()
      .meta({
        description:
          'What all bets together would have paid on each number, for checking the profit rule. Null until the round has ended.',
      }),
  })
  .meta({ description: 'A round of the colouring game.' });

const ContestFigures = z
  .object({
    gameId: z.string(),
    betAmount: rupees.meta({ description: 'Stakes, without cancelled bets.' }),
    profit: rupees.meta({ description: "The house's: stakes less payouts. Negative for a loss." }),
    ...Contest.pick({
      decidedBy: true,
      profitabilityLevel: true,
      ruleVersion: true,
      drawVersion: true,
      chainId: true,
      chainIndex: true,
      commitment: true,
      seed: true,
      beaconRound: true,
      betsRoot: true,
      beaconRandomness: true,
    }).shape,
  })
  .meta({ description: 'A finished round, as admins see it.' });

const VariantConfig = z
  .object({ winner: Winner.nullable() })
  .meta({ description: 'The number an admin has set for the running round, or null.' });

const SapreConfig = z
  .object({
    randomize: z.boolean().meta({ description: 'On: the provably fair draw decides. Off: the profit rule.' }),
    profitabilityIndex: z.object({ value: z.int().min(0).max(9) }),
    sapreHalf: VariantConfig,
    sapreOne: VariantConfig,
    sapreThree: VariantConfig,
  })
  .meta({ description: 'Game settings.' });

const ProfitStats = z
  .object({ _id: gameTypeName, totalBetAmount: rupees, totalProfit: rupees })
  .meta({ description: 'Stakes and profit of the settled rounds of one game.' });

const Bet = z
  .object({
    _id: id,
    gameId: z.string(),
    amount: rupees,
    betType: z.enum(['color', 'number']),
    betValue: z.union([z.enum(['green', 'blue', 'red']), z.int().min(0).max(9)]),
  })
  .meta({ description: 'A placed bet.' });

const Receipt = z
  .object({
    gameId: z.string(),
    number: z.int(),
    uid: z.string(),
    salt: z.string(),
    leaf: z.string(),
    place: z.int(),
    path: z.array(z.string()),
    note: z.string(),
  })
  .meta({
    description:
      "The operator's signed promise that a bet stands: the leaf that it contributes to its round's betsRoot, and RFC 6962's " +
      'path from it to the root of a batch, which `note` signs (c2sp.org/signed-note). Bytes are base64.',
  });

/** By their names in the API's description. */
export const shapes = {
  User,
  Member,
  UpiPayee,
  BankPayee,
  ManagedUpi,
  ManagedBankAccount,
  GameAmount,
  BlockedAmount,
  HistoryEntry,
  Transaction,
  DecidableTransaction,
  Chat,
  Ticket,
  Contest,
  ContestFigures,
  VariantConfig,
  SapreConfig,
  ProfitStats,
  Bet,
  Receipt,
};

export const fields = { rupees, instant };
