export const transactions = {
  empty: 'No transactions yet',
  emptyHint: 'Your deposits and withdrawals will be here.',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  status: {
    PENDING: 'Pending',
    APPROVED: 'Being paid',
    SUCCESS: 'Success',
    FAILED: 'Denied',
    CANCELLED: 'Cancelled',
    RETURNED: 'Came back',
  },
  through: { UPI: 'UPI', BANK: 'Bank' },
  message: (message: string) => `Message: ${message}`,
  reference: 'Reference',
  payoutReference: 'Payout reference',
  paidTo: 'Paid to',
  sentTo: 'Goes to',
  requested: 'Requested',
  askedFor: 'You asked for',
  decided: 'Decided',
  approved: 'Approved',
  paid: 'Paid',
  payoutBy: 'There by',
  cameBack: 'Came back',
  cancel: 'Cancel withdrawal',
  cancelAmount: (amount: string) => `Cancel withdrawal of ${amount}`,
  cancelTitle: 'Cancel this withdrawal?',
  cancelQuestion: (amount: string) => `${amount} goes back into your wallet.`,
  cancelDone: (amount: string) => `${amount} is back in your wallet.`,
  keep: 'Keep it',
  headline: {
    PENDING: { CREDIT: 'Waiting for approval', DEBIT: 'Waiting to be paid out' },
    SUCCESS: { CREDIT: 'Deposit approved', DEBIT: 'Withdrawal paid out' },
    FAILED: { CREDIT: 'Deposit denied', DEBIT: 'Withdrawal denied' },
    CANCELLED: { CREDIT: 'Deposit cancelled', DEBIT: 'Withdrawal cancelled' },
    APPROVED: { CREDIT: 'Deposit approved', DEBIT: 'Approved, being paid' },
    RETURNED: { CREDIT: 'Deposit approved', DEBIT: 'Withdrawal came back' },
  },
  explain: {
    PENDING: {
      CREDIT: 'This page changes by itself as soon as it is decided.',
      DEBIT: 'The amount is held. This page changes by itself as soon as it is decided.',
    },
    SUCCESS: { CREDIT: 'The amount is in your wallet.', DEBIT: 'The money is on its way to your account.' },
    FAILED: { CREDIT: 'Nothing was added to your wallet.', DEBIT: 'The amount is back in your wallet.' },
    CANCELLED: { CREDIT: 'Nothing was added to your wallet.', DEBIT: 'The amount is back in your wallet.' },
    APPROVED: {
      CREDIT: 'The amount is in your wallet.',
      DEBIT: 'The bank gets it next. The amount stays held until then, and can’t be cancelled any more.',
    },
    RETURNED: {
      CREDIT: 'The amount is in your wallet.',
      DEBIT:
        'The bank could not deliver it. The amount is back in your wallet: check the account’s details before you ask again.',
    },
  },
  /** In play mode no money is paid out for a withdrawal. */
  play: {
    status: 'Approved',
    headline: {
      PENDING: 'Waiting for approval',
      APPROVED: 'Practice withdrawal approved',
      SUCCESS: 'Practice withdrawal done',
    },
    explain: {
      PENDING: 'The amount is held. This page changes by itself as soon as it is decided.',
      APPROVED: 'The amount is held until the practice payment is recorded. Nothing is paid out.',
      SUCCESS: 'The play money has left your wallet. Nothing was paid out.',
    },
  },
  /** Pending, and not paid out until it has been checked. */
  checked: {
    headline: 'Being checked',
    explain:
      'The amount is held while this withdrawal is being checked. This page changes by itself as soon as it is decided.',
  },
  nothingSent: 'You have sent no request yet',
  nothingSentHint: 'The status of a deposit or withdrawal that you send will be here.',
  toWallet: 'Go to wallet',
};
