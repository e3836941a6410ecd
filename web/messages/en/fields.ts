/** What people call the fields that the server refuses. */
export const fields = {
  accountHolderName: 'Account holder name',
  accountNumber: 'Account number',
  amount: 'Amount',
  description: 'Description',
  document: 'The document',
  ifscCode: 'IFSC code',
  message: 'Message',
  name: 'Name',
  payoutReference: 'Payout reference',
  reason: 'Reason',
  reference: 'Reference',
  text: 'Text',
  upiId: 'UPI id',
} as Readonly<Record<string, string>>;
