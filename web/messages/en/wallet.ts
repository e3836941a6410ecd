export const wallet = {
  total: 'Total balance',
  main: 'Main wallet',
  ring: '100 % of your available balance is in the main wallet',
  held: (amount: string) => `${amount} more is held for withdrawals`,
  parts: (available: string, held: string) => `${available} available, ${held} held for withdrawals`,
  transfer: 'Main wallet transfer',
  deposit: 'Deposit',
  withdraw: 'Withdraw',
  transactions: 'Transactions',
  hint: 'Every movement of your money is in your transactions, to the paisa.',
};
