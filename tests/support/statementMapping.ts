/** The columns of a made-up CSV file of a bank: `Date,Narration,Ref,In,Out,Balance`. */
export const statementMapping = {
  date: 'Date',
  dateOrder: 'DMY',
  time: null,
  description: 'Narration',
  reference: 'Ref',
  amount: null,
  side: null,
  credit: 'In',
  debit: 'Out',
  balance: 'Balance',
} as const;
