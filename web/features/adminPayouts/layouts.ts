import type { PayoutLayoutInput } from '../../gql/graphql.ts';

type Column = PayoutLayoutInput['columns'][number];

const column = (content: Column['content'], heading: string): Column => ({ content, heading, text: null, most: null });

/** What a bank without a layout begins with: what most tables of Indian banks have. */
export const firstLayout: PayoutLayoutInput = {
  format: 'CSV',
  letters: 'SWIFT',
  delimiter: 'COMMA',
  firstLine: null,
  headings: true,
  dateStyle: 'SLASHES',
  modes: { sameBank: 'IFT', neft: 'NEFT', rtgs: 'RTGS' },
  columns: [
    column('MODE', 'Payment mode'),
    column('OWN_ACCOUNT', 'Debit account'),
    column('HOLDER_NAME', 'Beneficiary name'),
    column('ACCOUNT', 'Beneficiary account'),
    column('IFSC_CODE', 'IFSC'),
    column('AMOUNT', 'Amount'),
    column('DAY', 'Date'),
    column('CODE', 'Reference'),
  ],
};

export const newColumn: Column = column('TEXT', '');

/** Whether the file is a table, whose columns are chosen. */
export function isTable({ format }: Pick<PayoutLayoutInput, 'format'>): boolean {
  return format === 'CSV' || format === 'XLSX';
}
