import type { Language } from '../../platform/languages.ts';
import type { EntryKind } from './statement.ts';

/** What a statement says, beside its values. */
export interface StatementWords {
  title: string;
  account: string;
  owner: (name: string, uid: string, email: string) => string;
  period: string;
  days: (from: string, to: string, madeAt: string) => string;
  opening: string;
  closing: string;
  notes: { balances: string; playMoney: string };
  columns: { at: string; entry: string; staked: string; returned: string; change: string; balance: string };
  kinds: Record<EntryKind, string>;
  page: (uid: string, page: number) => string;
  csv: {
    /** at, entry, reference, staked, returned, change, balance */
    header: readonly string[];
    opening: string;
    closing: string;
    kinds: Record<EntryKind, string>;
  };
}

const kindsInHindi = {
  round: 'राउंड',
  deposit: 'जमा',
  withdrawal: 'निकासी',
  payoutReturned: 'निकासी वापस आई',
  playCredit: 'खेल के पैसे',
  playForfeit: 'छोड़े गए खेल के पैसे',
  playReset: 'खेल के पैसे समाप्त हुए',
  correction: 'सुधार',
};

export const statementWords: Readonly<Record<Language, StatementWords>> = {
  en: {
    title: 'Account statement',
    account: 'Account',
    owner: (name, uid, email) => `${name}, UID ${uid}, ${email}`,
    period: 'Period',
    days: (from, to, madeAt) => `${from} to ${to}, made ${madeAt}`,
    opening: 'Opening balance',
    closing: 'Closing balance',
    notes: {
      balances:
        'Balances include what withdrawals hold and stakes of running rounds. A round counts when it is paid, and so does a withdrawal. All amounts in rupees.',
      playMoney: 'Play money: no cash value.',
    },
    columns: {
      at: 'Time (India)',
      entry: 'Entry',
      staked: 'Staked',
      returned: 'Returned',
      change: 'Change',
      balance: 'Balance',
    },
    kinds: {
      round: 'Round',
      deposit: 'Deposit',
      withdrawal: 'Withdrawal',
      payoutReturned: 'Withdrawal came back',
      playCredit: 'Play money',
      playForfeit: 'Play money given up',
      playReset: 'Play money ended',
      correction: 'Correction',
    },
    page: (uid, page) => `UID ${uid} · page ${page}`,
    csv: {
      header: ['at', 'entry', 'reference', 'staked', 'returned', 'change', 'balance'],
      opening: 'openingBalance',
      closing: 'closingBalance',
      kinds: {
        round: 'round',
        deposit: 'deposit',
        withdrawal: 'withdrawal',
        payoutReturned: 'withdrawalReturned',
        playCredit: 'playCredit',
        playForfeit: 'playForfeit',
        playReset: 'playReset',
        correction: 'correction',
      },
    },
  },
  hi: {
    title: 'खाते का विवरण',
    account: 'खाता',
    owner: (name, uid, email) => `${name}, UID ${uid}, ${email}`,
    period: 'अवधि',
    days: (from, to, madeAt) => `${from} से ${to} तक, ${madeAt} को बनाया गया`,
    opening: 'शुरुआती बैलेंस',
    closing: 'अंतिम बैलेंस',
    notes: {
      balances:
        'बैलेंस में निकासी के लिए रोकी रकम और चल रहे राउंड के दाँव भी शामिल हैं। राउंड और निकासी, दोनों भुगतान होने पर गिने जाते हैं। सभी रकम रुपयों में।',
      playMoney: 'खेल के पैसे: इनका कोई नकद मूल्य नहीं।',
    },
    columns: {
      at: 'समय (भारत)',
      entry: 'प्रविष्टि',
      staked: 'लगाए',
      returned: 'वापस',
      change: 'बदलाव',
      balance: 'बैलेंस',
    },
    kinds: kindsInHindi,
    page: (uid, page) => `UID ${uid} · पेज ${page}`,
    csv: {
      header: ['समय', 'प्रविष्टि', 'संदर्भ', 'लगाए', 'वापस', 'बदलाव', 'बैलेंस'],
      opening: 'शुरुआती बैलेंस',
      closing: 'अंतिम बैलेंस',
      kinds: kindsInHindi,
    },
  },
};
