import type { ChildServer } from '../support/childServer.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { randomName } from '../support/world/mails.ts';
import { deposit, givenAdmin, givenAnotherAdmin, givenPlayer, type Person } from '../support/world/people.ts';
import { writeThreshold } from '../support/thresholds.ts';

/** The users whose screens are captured. */
export interface People {
  readonly newcomer: Person;
  readonly player: Person;
  readonly admin: Person;
}

/** Rounds of three minutes whose rows are the widest in each column: set by an operator, void, and of two colours. */
export async function haveWidestResults(server: ChildServer, { admin }: People): Promise<void> {
  const reason = 'The widest rows';
  const set = await startOfNextRound(server, 'SAPRE_THREE');
  await admin.perform('overrideContest', { gameId: set, number: 0, reason }, 'contest { id }');
  const ended = await startOfNextRound(server, 'SAPRE_THREE');
  await admin.perform('voidContest', { gameId: ended, reason }, 'contest { id }');
  await startOfNextRound(server, 'SAPRE_THREE');
}

/**
 * A small history, so that lists are not empty: deposits, rounds won and lost, a pending withdrawal, a ticket, a chat.
 */
export async function givenPast(server: ChildServer): Promise<People> {
  const admin = await givenAdmin(server);
  const newcomer = await givenPlayer(server, { name: 'Ravi Nair' });
  const player = await givenPlayer(server, { name: 'Asha Rao', rupees: 12_000 });
  await addBankAccount(admin);
  await playRounds(server, player);
  await deposit(server, player, 480.5);
  await leaveRequests(player);
  await importBankStatement(player, admin);
  await proposePayout(server, player, admin);
  await haveChat(player, admin);
  await overrideOneRound(server, admin);
  return { newcomer, player, admin };
}

async function addBankAccount(admin: Person): Promise<void> {
  const input = {
    accountNumber: '50100123456789',
    ifscCode: 'HDFC0001234',
    accountHolderName: 'Rangoli Games',
    reason: 'The account of this test',
  };
  await admin.execute('mutation ($input: AddBankPayeeInput!) { addBankPayee(input: $input) { __typename } }', {
    input,
  });
}

async function playRounds(server: ChildServer, player: Person): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await startOfNextRound(server);
    if (round % 3 !== 0) continue;
    const gameId = await activeGame(player);
    for (const selection of [{ color: 'GREEN' }, { color: 'RED' }, { number: 7 }]) {
      const amount = round % 2 === 0 && 'color' in selection ? '100.00' : '20.00';
      await player.attempt('placeBet', { gameId, selection, amount }, 'bet { id }');
    }
  }
  await startOfNextRound(server);
}

async function activeGame(person: Person): Promise<string> {
  const { activeContest } = await person.execute('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
  return activeContest.gameId as string;
}

async function leaveRequests(player: Person): Promise<void> {
  await player.perform('requestWithdrawal', { amount: '1500.00', upiId: 'asha@okbank' }, 'transaction { id }');
  const { viewer } = await player.execute('{ viewer { payee(channel: UPI) { id } } }');
  const input = { amount: '500.00', payeeId: viewer.payee.id, reference: 'UTR40921877' };
  await player.perform('requestDeposit', input, 'transaction { id }');
}

/** A statement with a line for the pending deposit, one of another amount, and two without a request. */
async function importBankStatement(player: Person, admin: Person): Promise<void> {
  const { viewer } = await player.execute('{ viewer { payee(channel: UPI) { id } } }');
  const { activeContest } = await player.execute('{ activeContest(gameType: SAPRE_HALF) { serverTime } }');
  const day = new Date(activeContest.serverTime).toLocaleDateString('en-GB', { timeZone: 'Asia/Kolkata' });
  const rows = [
    `${day},UPI/asha@okbank/UTR40921877,UTR40921877,500.00,,10500.00`,
    `${day},UPI/ravi@okbank,UTR40921990,1200.00,,11700.00`,
    `${day},NEFT charges,CHG1,,23.60,11676.40`,
    `${day},UPI/unknown@okbank,UTR40921991,60.00,,11736.40`,
  ];
  const input = {
    payeeId: viewer.payee.id,
    fileName: 'november.csv',
    bank: 'Demo Bank',
    content: Buffer.from(['Date,Narration,Ref,In,Out,Balance', ...rows].join('\n')).toString('base64'),
    mapping: {
      date: 'Date',
      dateOrder: 'DMY',
      description: 'Narration',
      reference: 'Ref',
      credit: 'In',
      debit: 'Out',
      balance: 'Balance',
    },
  };
  await admin.perform('importStatement', input, 'lineCount');
}

/** A payout that another admin has proposed, and that waits for a second one. */
async function proposePayout(server: ChildServer, player: Person, owner: Person): Promise<void> {
  const other = await givenAnotherAdmin(server, { name: randomName('Meera') });
  const rule = { kind: 'PAYOUT', reason: 'Agreed by the owners.', need: 'FROM_AMOUNT', fromAmount: '1200.00' };
  await owner.perform('setSecondAdminThreshold', rule, 'threshold { kind }');
  const asked = { amount: '1200.00', upiId: 'asha.rao@okbank' };
  const { transaction } = await player.perform('requestWithdrawal', asked, 'transaction { id }');
  const decision = { transactionId: transaction.id, decision: 'APPROVE' };
  await other.perform('decideTransaction', decision, 'proposed');
  // Other tests of this server approve payouts alone.
  await writeThreshold(server.database, 'payout', null);
}

const cannedAnswers = [
  [
    'Looking into it',
    'Hello {name}, thank you for writing about “{ticket}”. We look into it and answer within two hours.',
  ],
  [
    'Reference needed',
    'Hello {name}, please send us the reference of your payment: 12 digits, in your bank’s message.',
  ],
  ['Solved', 'Hello {name}, it is solved, and the money is in the wallet of UID {uid}. Sorry for the wait.'],
] as const;

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function haveChat(player: Person, admin: Person): Promise<void> {
  const waiting = { ticketType: 'UPI_TRANSACTION_DELAYED', description: 'It is late again.' };
  await player.perform('raiseTicket', waiting, 'ticket { id }');
  const { ticket } = await player.perform(
    'raiseTicket',
    { ticketType: 'UPI_PAYMENT_STUCK', description: 'I paid ₹500 at noon and the money is not in my wallet yet.' },
    'ticket { id }',
  );
  const say = (person: Person, message: string) =>
    person.attempt('sendTicketMessage', { ticketId: ticket.id, message }, 'ticket { id }');
  const document = picture;
  const sent = { ticketId: ticket.id, message: 'The reference is UTR40921877.', document };
  await player.attempt('sendTicketMessage', sent, 'ticket { id }');
  const text = 'Statement of 12:04 shows it under another name. Approve by hand.';
  await admin.attempt('addTicketNote', { ticketId: ticket.id, text }, 'ticket { id }');
  for (const [name, answer] of cannedAnswers) {
    await admin.attempt('addCannedAnswer', { name, text: answer }, 'cannedAnswer { id }');
  }
  await say(admin, 'Thank you, Asha. We have found it and approve it within the hour.');
  const input = { rating: 5, text: 'Quick answers, and I can check every result.' };
  await player.execute('mutation ($input: SubmitFeedbackInput!) { submitFeedback(input: $input) { __typename } }', {
    input,
  });
}

async function overrideOneRound(server: ChildServer, admin: Person): Promise<void> {
  await startOfNextRound(server);
  const gameId = await activeGame(admin);
  await admin.attempt('overrideContest', { gameId, number: 4, reason: 'shown in screenshots' }, 'contest { id }');
  await startOfNextRound(server);
}
