/** Everything that leaves a row in the audit log: what admins and operators do, and sign-ins of players too. */
export const auditActions = [
  'transaction:approve',
  'transaction:deny',
  'settings:randomize',
  'settings:profitabilityLevel',
  'contest:override',
  'payee:add',
  'payee:activate',
  'payee:deactivate',
  'payee:remove',
  'admin:register',
  'admin:changePassword',
  'member:deactivate',
  'member:reactivate',
  'ticket:answer',
  'ticket:resolve',
  'export:read',
  'chain:rotate',
  'session:open',
  'session:refuse',
  'member:read',
] as const;

export type AuditAction = (typeof auditActions)[number];

/**
 * What was acted on. Its name in the log is the one admins know it by: a UID (user), a game id (contest), a UPI id or
 * account number (payee), the reference or payout account (transaction), "game" (settings), a global id (ticket).
 */
export type AuditSubjectType =
  'user' | 'contest' | 'payee' | 'transaction' | 'settings' | 'ticket' | 'export' | 'chain';
