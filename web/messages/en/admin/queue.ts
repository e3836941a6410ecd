import { plural } from '../../plural.ts';

type RequestType = 'CREDIT' | 'DEBIT';

const counted = (type: RequestType, count: number) =>
  type === 'CREDIT'
    ? plural.en(count, { one: '# deposit', other: '# deposits' })
    : plural.en(count, { one: '# withdrawal', other: '# withdrawals' });

/** The queue of deposits and withdrawals: its figures, keys, claims and bulk approval. */
export const queue = {
  waiting: { CREDIT: 'Deposits waiting', DEBIT: 'Withdrawals waiting' },
  results: (deposits: number, withdrawals: number) =>
    `${plural.en(deposits, { 0: 'No deposits', one: '# deposit', other: '# deposits' })} and ${plural.en(withdrawals, { 0: 'no withdrawals', one: '# withdrawal', other: '# withdrawals' })}`,
  /** By status: only what was approved has come in or gone out. */
  sums: {
    SUCCESS: (deposits: string, withdrawals: string) => `in ${deposits}, out ${withdrawals}`,
    PENDING: (deposits: string, withdrawals: string) => `asked for ${deposits} in, ${withdrawals} out`,
    FAILED: (deposits: string, withdrawals: string) => `denied ${deposits} in, ${withdrawals} out`,
    CANCELLED: (_deposits: string, withdrawals: string) => `cancelled ${withdrawals} out`,
    APPROVED: (_deposits: string, withdrawals: string) => `being paid ${withdrawals} out`,
    RETURNED: (_deposits: string, withdrawals: string) => `came back ${withdrawals}`,
  },
  noSums: 'nothing',
  capped: 'More match; these are the newest 5,000.',
  age: {
    minutes: (minutes: number) => `${minutes} min`,
    hours: (hours: number, minutes: number) => `${hours} h ${String(minutes).padStart(2, '0')}`,
    days: (days: number, hours: number) => `${days} d ${hours} h`,
  },
  overdue: 'Overdue',
  promisedBy: 'Promised by',
  open: (status: string, amount: string, uid: string) => `${status}: show ${amount} for ${uid}`,
  sort: (column: string) => `Sort by ${column}`,
  keys: {
    title: 'Keyboard shortcuts',
    list: [
      ['j, ↓', 'Next request'],
      ['k, ↑', 'Request before'],
      ['Enter', 'Open the request'],
      ['a', 'Approve: then Enter confirms'],
      ['d', 'Deny: choose a reason'],
      ['x', 'Select a request for approval with others'],
      ['/', 'Search'],
      ['Esc', 'Back to the list'],
      ['?', 'This help'],
    ] as readonly (readonly [string, string])[],
  },
  claim: {
    other: (name: string, until: string) => `${name} has opened this request, until ${until} or a decision.`,
    takeOver: 'Take over',
    by: (name: string) => `${name} is at it`,
  },
  bulk: {
    all: { CREDIT: 'Select all deposits shown', DEBIT: 'Select all withdrawals shown' },
    one: (amount: string, uid: string) => `Select ${amount} for ${uid}`,
    selected: (type: RequestType, count: number, sum: string) => `${counted(type, count)} selected, ${sum}`,
    matching: (count: number) => `Select the first ${count} that match`,
    clear: 'Clear',
    approve: 'Approve selected',
    title: (type: RequestType, count: number) => `Approve ${counted(type, count)}?`,
    question: {
      CREDIT: (sum: string) => `${sum} in all goes into the players' wallets. Each deposit is approved by itself.`,
      DEBIT: (sum: string) =>
        `${sum} in all is to be paid; nothing leaves the bank yet. Each withdrawal is approved by itself, and can't be cancelled by its player then.`,
    },
    confirm: (type: RequestType, count: number, sum: string) => `Approve ${counted(type, count)}, ${sum}`,
    done: (type: RequestType, count: number) => `${counted(type, count)} approved.`,
    proposed: (type: RequestType, count: number) =>
      `${counted(type, count)} ${plural.en(count, { one: 'needs', other: 'need' })} a second admin, and ${plural.en(count, { one: 'is', other: 'are' })} proposed.`,
    matched: 'Approve all in the statement',
    matchedTitle: 'Approve all that a statement has?',
    matchedQuestion:
      'Every deposit of this list that a line of a bank statement is matched with is approved, each by itself, in batches of 100.',
    matchedConfirm: 'Approve all',
    matchedFirst: (count: number) => `Approving the first ${count} …`,
    matchedProgress: (count: number) => `${counted('CREDIT', count)} approved so far`,
    refused: (count: number) => `${plural.en(count, { one: '# was', other: '# were' })} refused:`,
    refusal: (mark: string, why: string) => `${mark}: ${why}`,
  },
};
