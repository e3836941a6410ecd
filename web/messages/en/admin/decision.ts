import { plural } from '../../plural.ts';

export const decision = {
  title: 'Change Transaction Status',
  options: 'Status',
  approve: 'Approve',
  deny: 'Deny',
  deed: {
    APPROVE: (amount: string, uid: string) => `Approve ${amount} for ${uid}`,
    DENY: (amount: string, uid: string) => `Deny ${amount} for ${uid}`,
  },
  statusMissing: 'Please select a status (Approve or Deny).',
  messagePlaceholder: 'Words to the player (max 30 words)',
  messageHint: (used: number, most: number) => `Max 30 words, ${used} of ${most} characters`,
  payoutReferenceHint: "The bank's own reference of the payment, 4-35 letters and digits. The player sees it.",
  paidAlready: 'It is paid already',
  payoutReferenceMissing: 'Enter the payout reference: 4-35 letters and digits.',
  otherAmount: 'Another amount arrived',
  amount: 'Amount that arrived',
  amountHint: (asked: string) =>
    `In rupees, less than the ${asked} that the player asked for. The message tells the player why.`,
  amountWrong: (asked: string) => `Enter an amount below ${asked}, with at most two decimals.`,
  amountWhy: 'Please tell the player why another amount is credited.',
  inStatement: (line: string, asked: string) =>
    `The statement has ${line} for this deposit; the player asked for ${asked}. Approving credits ${line}.`,
  askedFor: (asked: string) => `The player had asked for ${asked}.`,
  payout: {
    inBatch: 'It is being paid with others. What became of it is recorded there:',
    inBatchOf: (name: string) => `It is being paid with others, by ${name}. What became of it is recorded there:`,
    title: 'To be paid',
    until: (at: string) => `The player is promised it by ${at}.`,
    recordOf: (amount: string, uid: string) => `Record the payment of ${amount} to ${uid}`,
    recorded: 'The payment is recorded.',
    takeBack: 'Take the approval back',
    takeBackQuestion: (amount: string) =>
      `The withdrawal of ${amount} waits for a decision again. Only where nothing was sent to the bank. The player is told.`,
    takenBack: 'The withdrawal waits again.',
    returned: 'The bank sent it back',
    returnedQuestion: (amount: string) =>
      `${amount} goes back into the player’s wallet, for good, once another admin has confirmed it. Where a statement has the bank’s credit, find this payout at that line instead: that needs nobody else.`,
  },
  reopen: {
    deed: 'Reopen',
    question: (amount: string) => `The deposit of ${amount} waits for a decision again, and its player is told.`,
    done: 'The deposit waits again.',
  },
  reason: 'Reason',
  reasonHint: 'The player reads it.',
  chooseReason: 'Choose a reason',
  otherReason: 'Another reason, given in the message',
  reasonMissing: 'Please choose a reason.',
  messageMissing: 'Please give the reason in the message.',
  others: {
    CREDIT: (count: number) =>
      `Also deny ${plural.en(count, { one: 'the player’s other deposit that waits', other: 'the player’s # other deposits that wait' })}`,
    DEBIT: (count: number) =>
      `Also deny ${plural.en(count, { one: 'the player’s other withdrawal that waits', other: 'the player’s # other withdrawals that wait' })}`,
  },
  denyAll: (count: number, uid: string) => `Deny ${count} requests of ${uid}`,
  othersDenied: (denied: number, refused: number) =>
    refused === 0
      ? `${denied} requests denied.`
      : `${denied} requests denied. ${refused} were not: they changed meanwhile.`,
  gone: 'This transaction does not exist any more.',
  taken: 'This is decided already.',
  takenBy: {
    PENDING: (by: string, at: string) => `Waiting. Changed by ${by}, ${at}.`,
    SUCCESS: (by: string, at: string) => `Approved by ${by}, ${at}.`,
    FAILED: (by: string, at: string) => `Denied by ${by}, ${at}.`,
    CANCELLED: (by: string, at: string) => `Cancelled by ${by}, ${at}.`,
    APPROVED: (by: string, at: string) => `Approved by ${by}, ${at}.`,
    PAID: (by: string, at: string) => `Payment recorded by ${by}, ${at}.`,
    RETURNED: (by: string, at: string) => `Its return recorded by ${by}, ${at}.`,
  },
  you: 'you',
  thePlayer: 'the player',
  nothingMoved: 'Nothing that you did here has moved money.',
  payeeOff: 'The account that this deposit names has been switched off since.',
  referenceHeld: {
    CREDIT:
      'It can’t be approved: a payment with this reference has been credited, or is matched with another request.',
    DEBIT: 'It can’t be approved: this is the reference of a payout, not of a payment by the player.',
  },
  lines: {
    title: 'The bank’s statements have this reference:',
    one: (amount: string, day: string, account: string, state: string) => `${amount} on ${day}, ${account}: ${state}`,
    other: 'pays another request, or is proposed for it',
    unclaimed: 'an unclaimed receipt. Credit it to the player in the statements: that approves a deposit that waits',
    open: 'Open in the statements',
  },
  similar: {
    CREDIT: 'The same reference stands in other requests:',
    DEBIT: 'Other players withdraw to the same account:',
  },
  similarLine: (amount: string, player: string, status: string) => `${amount}, ${player}, ${status}, `,
  player: {
    title: "The player's history",
    registered: 'Registered',
    available: 'Available now',
    deposited: 'Deposited',
    held: 'Held for withdrawals',
    depositsApproved: 'Deposits approved',
    depositsDenied: 'Deposits denied',
    withdrawn: 'Withdrawn so far',
    others: 'Other requests, newest first',
    times: (count: number, total: string) => `${count} (${total})`,
  },
};
