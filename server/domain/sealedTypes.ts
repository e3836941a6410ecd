/** Every type that has a global id. A type is never renamed, because its ids are in links and caches. */
export const sealedTypes = [
  'User',
  'Member',
  'MemberSession',
  'Wallet',
  'Transaction',
  'Payee',
  'Contest',
  'Bet',
  'Ticket',
  'TicketMessage',
  'Document',
  'Notification',
  'Feedback',
  'AuditEntry',
  'Announcement',
  'StatementLine',
  'Proposal',
  'BalanceCorrection',
  'Signal',
  'Alert',
  'TimelineEntry',
  'TicketNote',
  'CannedAnswer',
  'BlockedPayoutAccount',
] as const;

export type SealedType = (typeof sealedTypes)[number];
