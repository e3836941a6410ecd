import { addBankPayee, addUpiPayee } from '../domain/settings/addPayee.ts';
import { currentPayee } from '../domain/settings/payees.ts';
import { seedPlayPayee } from '../domain/settings/seedPlayPayee.ts';
import { setProfitabilityLevel, setRandomize } from '../domain/settings/changeSettings.ts';
import { deactivateUser } from '../domain/accounts/status/deactivateUser.ts';
import { ensurePrimaryAdmin } from '../domain/accounts/users/ensurePrimaryAdmin.ts';
import { listAdmins } from '../domain/accounts/users/members.ts';
import { registerAdmin } from '../domain/accounts/users/registerAdmin.ts';
import { registerPlayer } from '../domain/accounts/users/registerPlayer.ts';
import { updateProfile } from '../domain/accounts/users/updateProfile.ts';
import { cancelBets } from '../domain/bets/cancelBets.ts';
import { placeBet } from '../domain/bets/placeBet.ts';
import { contextFor } from '../domain/ground/verbs/context.ts';
import { activeContest } from '../domain/contests/contestQueries.ts';
import { overrideContest } from '../domain/contests/overrideContest.ts';
import { submitFeedback } from '../domain/tickets/feedback.ts';
import { raiseTicket } from '../domain/tickets/raiseTicket.ts';
import { resolveTicket } from '../domain/tickets/resolveTicket.ts';
import { sendTicketMessage } from '../domain/tickets/sendTicketMessage.ts';
import { decideTransaction } from '../domain/wallet/decideTransaction.ts';
import { paise } from '../domain/ground/values/money.ts';
import { requestDeposit } from '../domain/wallet/requestDeposit.ts';
import { requestWithdrawal } from '../domain/wallet/requestWithdrawal.ts';
import { admin, players } from './cast.ts';
import type { DemoWorld } from './demoWorld.ts';

/** An event at a given time of the demo's week. */
export interface Scene {
  /** Minutes before its end. */
  minutesAgo: number;
  play(world: DemoWorld): Promise<unknown>;
}

const HOUR = 60;
const DAY = 24 * HOUR;
/** A white pixel: a real screenshot would only enlarge the database. */
const SCREENSHOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4////fwAJ+wP9KobjigAAAABJRU5ErkJggg==';

/**
 * Registers all players and gives them money. Resolves to the primary admin's generated password if that account was
 * created here; it is not shown again.
 */
export async function open(world: DemoWorld): Promise<string | null> {
  const primary = await ensurePrimaryAdmin(world.system());
  await seedPlayPayee(world.system());
  await hireAdmin(world);
  await addUpiPayee(world.as(admin.email), { upiId: 'rangoli.pay@upi', reason: 'The account of the demo' });
  const account = { accountNumber: '50100234567890', ifscCode: 'HDFC0000123', accountHolderName: 'Rangoli Games' };
  await addBankPayee(world.as(admin.email), { ...account, reason: 'The account of the demo' });
  for (const [index, { email, name, avatar, stakes }] of players.entries()) {
    await registerPlayer(world.anonymous(), { email, name });
    await world.adoptDemoPassword(email);
    await updateProfile(world.as(email), { avatar });
    const transactionId = await deposit(world, email, Math.max(...stakes) * 100, `WELCOME${index}A7`);
    await decideTransaction(world.as(admin.email), { transactionId, decision: 'APPROVE' });
  }
  return primary?.generatedPassword ?? null;
}

async function hireAdmin(world: DemoWorld): Promise<void> {
  const [primary] = await listAdmins(asAdmin(world, 0n));
  if (!primary) throw new Error('there is no primary admin');
  await registerAdmin(asAdmin(world, primary.id), { email: admin.email, name: admin.name });
  await world.adoptDemoPassword(admin.email);
  await updateProfile(world.as(admin.email), { avatar: admin.avatar });
}

/** The primary admin without a session, because the demo doesn't have the password. */
function asAdmin({ services }: DemoWorld, userId: bigint) {
  return contextFor(services, { kind: 'admin', userId, sessionId: 0n, roles: ['OWNER'] });
}

const [aarav, diya, rohan, ananya, kabir, isha, vikram] = players.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** Events other than bets. */
export const scenes: readonly Scene[] = [
  {
    minutesAgo: 5 * DAY - 5,
    async play(world) {
      const { transaction } = await requestWithdrawal(world.as(aarav), {
        amount: rupees(2_500),
        upiId: 'aarav@okbank',
      });
      await decideTransaction(world.as(admin.email), {
        transactionId: transaction.id,
        decision: 'APPROVE',
        message: 'Paid today.',
        payoutReference: 'UTR420061120',
      });
    },
  },
  {
    minutesAgo: 4 * DAY - 1,
    async play(world) {
      await setProfitabilityLevel(world.as(admin.email), { value: 3, reason: 'Trying the profit rule' });
      await setRandomize(world.as(admin.email), { randomize: false, reason: 'Trying the profit rule' });
    },
  },
  {
    minutesAgo: 4 * DAY - 7,
    play: (world) => setRandomize(world.as(admin.email), { randomize: true, reason: 'Back to the fair draw' }),
  },
  {
    minutesAgo: 3 * DAY - 2,
    async play(world) {
      const transactionId = await deposit(world, kabir, 5_000, 'KBR771204');
      await decideTransaction(world.as(admin.email), {
        transactionId,
        decision: 'DENY',
        message: 'No payment with this reference has reached us.',
      });
    },
  },
  {
    minutesAgo: 3 * DAY - 6,
    async play(world) {
      const { id: ticketId } = await raiseTicket(world.as(diya), {
        title: 'UPI Transaction Not Reflected',
        description: 'I paid ₹500 this morning and it is not in my wallet yet. The reference is in the picture.',
        document: SCREENSHOT,
      });
      await sendTicketMessage(world.as(admin.email), {
        ticketId,
        message: 'Thank you, we have found it. It is in your wallet now.',
      });
      await sendTicketMessage(world.as(diya), { ticketId, message: 'It is. Thanks for the quick help!' });
      await resolveTicket(world.as(admin.email), { ticketId });
    },
  },
  {
    minutesAgo: 2 * DAY - 3,
    async play(world) {
      await submitFeedback(world.as(diya), {
        rating: 5,
        text: 'Being able to check the draw myself is what I like most.',
      });
      await submitFeedback(world.as(rohan), {
        rating: 4,
        text: 'Smooth. A louder tick in the last seconds would be nice.',
      });
      await submitFeedback(world.as(isha), { rating: 3, text: 'हिन्दी में भी होना चाहिए।' });
    },
  },
  // Like every scene, one second into a minute: a new one-minute round has just opened.
  { minutesAgo: 2 * DAY - 5, play: overrideARound },
  {
    minutesAgo: DAY + 2 * HOUR,
    play: (world) =>
      requestWithdrawal(world.as(rohan), {
        amount: rupees(400),
        bankAccount: { accountNumber: '30219988776', ifscCode: 'SBIN0004321', accountHolderName: 'Rohan Gupta' },
      }),
  },
  {
    minutesAgo: DAY - 4,
    async play(world) {
      await deactivateUser(world.as(admin.email), { userId: world.idOf(vikram), reason: 'Asked for a long break' });
      world.signOut(vikram);
    },
  },
  {
    minutesAgo: DAY - 8,
    async play(world) {
      const { id: ticketId } = await raiseTicket(world.as(rohan), {
        title: 'UPI Payment Stuck',
        description: 'My withdrawal to the bank has been pending since yesterday. Is anything missing?',
      });
      await sendTicketMessage(world.as(admin.email), {
        ticketId,
        message: 'We are checking with the bank and will write again today.',
      });
    },
  },
  { minutesAgo: 3 * HOUR + 10, play: (world) => deposit(world, isha, 200, 'ISHA30552') },
  { minutesAgo: 42, play: (world) => requestWithdrawal(world.as(diya), { amount: rupees(150), upiId: 'diya@okbank' }) },
  // The reference that was denied before, which the admin sees as a duplicate.
  { minutesAgo: 22, play: (world) => deposit(world, kabir, 5_000, 'KBR771204') },
  {
    minutesAgo: 18,
    play: (world) =>
      raiseTicket(world.as(kabir), {
        title: 'UPI Transaction Delayed',
        description: 'I have sent the same reference again. Please look once more, the money has left my account.',
      }),
  },
  { minutesAgo: 4, play: (world) => deposit(world, ananya, 1_000, 'ANN88120Z') },
];

/** The round is marked as overridden, and players may cancel their bets in it. */
async function overrideARound(world: DemoWorld): Promise<void> {
  const contest = await activeContest(world.anonymous(), 'sapreOne');
  if (contest?.state !== 'OPEN') return;
  const { gameId } = contest;
  await placeBet(world.as(ananya), { gameId, selection: 10, amount: rupees(20) });
  await placeBet(world.as(diya), { gameId, selection: 7, amount: rupees(10) });
  await overrideContest(world.as(admin.email), { gameId, number: 7, reason: 'Showing how an override looks' });
  await cancelBets(world.as(ananya), { gameId });
}

async function deposit(world: DemoWorld, email: string, amount: number, reference: string): Promise<bigint> {
  const payee = await currentPayee(world.as(email), 'upi');
  if (!payee) throw new Error('there is no payee');
  const { transaction } = await requestDeposit(world.as(email), {
    amount: rupees(amount),
    reference,
    payee: { payeeId: payee.id },
  });
  return transaction.id;
}

function rupees(amount: number) {
  return paise(BigInt(amount) * 100n);
}
