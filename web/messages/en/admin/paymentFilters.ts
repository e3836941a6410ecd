/** Filters of the transactions, and the saved ones. */
export const paymentFilters = {
  more: 'More filters',
  fewer: 'Fewer filters',
  min: 'Amount from',
  max: 'Amount to',
  amountWrong: 'Enter an amount such as 500 or 1,250.50, not below the smaller one.',
  channel: 'Channel',
  payee: 'Paid to',
  decidedBy: 'Decided by',
  inStatement: { label: 'Bank statement', YES: 'Matched by a statement', NO: 'Not in a statement' },
  any: 'Any',
  clear: 'Clear filters',
  saved: {
    title: 'Saved filters',
    none: 'No filter is saved yet',
    name: 'Name of the filter',
    nameHint: 'One of the same name is replaced.',
    submit: 'Save filter',
    done: (name: string) => `The filter "${name}" is saved.`,
    remove: (name: string) => `Delete the filter ${name}`,
    removed: (name: string) => `The filter "${name}" is deleted.`,
  },
};
