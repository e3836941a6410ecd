/** Every action that is recorded in the audit log: those of admins and operators, and sign-ins, players' too. */
export const auditActions = [
  'transaction:approve',
  'transaction:deny',
  'transaction:reopen',
  'transaction:pay',
  'transaction:withdrawApproval',
  'transaction:return',
  'wallet:correct',
  'payouts:freeze',
  'payouts:extendFreeze',
  'payouts:endFreeze',
  'payoutAccount:block',
  'payoutAccount:lift',
  'payoutBatch:make',
  'payoutBatch:download',
  'payoutBatch:release',
  'payoutBatch:take',
  'payoutBatch:notSent',
  'payoutLayout:save',
  'settings:randomize',
  'settings:profitabilityLevel',
  'settings:limits',
  'settings:secondAdmin',
  'proposal:make',
  'proposal:decline',
  'proposal:withdraw',
  'settings:alerts',
  'settings:payments',
  'setup:settle',
  'setup:reopen',
  'alert:acknowledge',
  'signal:review',
  'signal:dismiss',
  'contest:override',
  'contest:void',
  'contest:announceVoid',
  'contest:stopVoid',
  'platform:pause',
  'platform:resume',
  'announcement:add',
  'announcement:end',
  'payee:add',
  'payee:activate',
  'payee:deactivate',
  'payee:remove',
  'payee:show',
  'statement:import',
  'statement:match',
  'statement:setAside',
  'statement:claim',
  'statement:reopen',
  'statement:close',
  'admin:register',
  'admin:setRoles',
  'admin:changePassword',
  'admin:resetPassword',
  'member:deactivate',
  'member:reactivate',
  'member:sendResetLink',
  'ticket:answer',
  'ticket:resolve',
  'ticket:assign',
  'ticket:note',
  'ticket:handOver',
  'ticket:handBack',
  'cannedAnswer:add',
  'cannedAnswer:change',
  'cannedAnswer:remove',
  'export:read',
  'chain:rotate',
  'database:backup',
  'database:restore',
  'database:move',
  'database:goLive',
  'month:archive',
  'session:open',
  'session:refuse',
  'session:end',
  'secondFactor:enrol',
  'secondFactor:renewCodes',
  'secondFactor:remove',
  'secondFactor:reset',
  'member:read',
  'member:note',
  'member:flag',
  'member:unflag',
  'account:export',
  'account:close',
] as const;

export type AuditAction = (typeof auditActions)[number];

/**
 * Kinds of subjects. A subject's name in the log is the one that admins use: a UID (user), a game id (contest), a UPI
 * id or account number (payee, payoutAccount, statement), the reference or payout account (transaction), "game", "secondAdmin", "alerts", "setup" or a
 * game type (settings), a global id (ticket), a name (canned answer, payoutLayout: the bank's), a number (signal, alert, payoutBatch).
 */
export type AuditSubjectType =
  | 'user'
  | 'contest'
  | 'payee'
  | 'statement'
  | 'transaction'
  | 'payoutAccount'
  | 'payoutBatch'
  | 'payoutLayout'
  | 'settings'
  | 'ticket'
  | 'cannedAnswer'
  | 'export'
  | 'chain'
  | 'database'
  | 'pause'
  | 'announcement'
  | 'signal'
  | 'alert';
