import type { AdminAction } from '../../gql/graphql.ts';
import { paths } from '../../paths.ts';

type Admin = typeof paths.admin;
type Page = { [Key in keyof Admin]: Admin[Key] extends string ? Key : never }[keyof Admin];

/** What an admin must be allowed to do to see a page; null: every admin sees it. */
export const adminAccess: Record<Page, AdminAction | null> = {
  root: null,
  dashboard: null,
  sapre: null,
  sapreHalf: null,
  sapreOne: null,
  sapreThree: null,
  transactions: 'TRANSACTION_READ_ALL',
  oldestTransactions: 'TRANSACTION_READ_ALL',
  payouts: 'PAYOUT_BATCH_READ',
  statements: 'STATEMENT_READ',
  proposals: 'PROPOSAL_READ',
  alerts: null,
  signals: 'SIGNAL_READ',
  manageAdmin: 'ADMIN_READ',
  registerNewAdmin: 'ADMIN_REGISTER',
  manageUpi: 'PAYEE_READ',
  manageBankAccount: 'PAYEE_READ',
  support: 'TICKET_READ',
  cannedAnswers: 'CANNED_ANSWER_READ',
  changePassword: null,
  secondFactor: null,
  sessions: null,
  feedback: 'FEEDBACK_READ',
  players: 'MEMBER_READ',
  reports: 'REPORT_READ',
  audit: 'AUDIT_READ',
  refusedSignIns: 'AUDIT_READ',
};

/** What is needed to see the page at this address; a page below another one needs the same, unless it is listed. */
export function accessTo(pathname: string): AdminAction | null {
  const [page] = (Object.keys(adminAccess) as Page[])
    .filter((name) => pathname === paths.admin[name] || pathname.startsWith(`${paths.admin[name]}/`))
    .toSorted((a, b) => paths.admin[b].length - paths.admin[a].length);
  return page === undefined ? null : adminAccess[page];
}
