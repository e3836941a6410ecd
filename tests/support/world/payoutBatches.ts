import { enumName } from '../../../server/graphql/builder/enumOf.ts';
import type { PayoutLayout } from '../../../server/domain/payouts/payoutLayout.ts';

const column = (content: PayoutLayout['columns'][number]['content'], heading: string) => ({
  content,
  heading,
  text: null,
  most: null,
});

/** A bank's layout of payout files: a CSV with headings. */
export const payoutLayout: PayoutLayout = {
  format: 'csv',
  letters: 'swift',
  delimiter: 'comma',
  firstLine: null,
  headings: true,
  dateStyle: 'slashes',
  modes: { sameBank: 'IFT', neft: 'NEFT', rtgs: 'RTGS' },
  columns: [
    column('code', 'Ref'),
    column('account', 'Account'),
    column('ifscCode', 'IFSC'),
    column('holderName', 'Name'),
    column('amount', 'Amount'),
  ],
};

/** The same as GraphQL takes it. */
export const payoutLayoutInput = {
  ...payoutLayout,
  format: 'CSV',
  letters: 'SWIFT',
  delimiter: 'COMMA',
  dateStyle: 'SLASHES',
  columns: payoutLayout.columns.map((one) => ({ ...one, content: enumName(one.content) })),
};
