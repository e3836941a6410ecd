/** Texts of the back office. */
import { admins } from './admin/admins.ts';
import { alerts } from './admin/alerts.ts';
import { audit } from './admin/audit.ts';
import { corrections } from './admin/corrections.ts';
import { decision } from './admin/decision.ts';
import { detail } from './admin/detail.ts';
import { exports } from './admin/exports.ts';
import { feedback } from './admin/feedback.ts';
import { flags } from './admin/flags.ts';
import { games } from './admin/games.ts';
import { lost } from './admin/lost.ts';
import { memberStatus } from './admin/memberStatus.ts';
import { notices } from './admin/notices.ts';
import { notifications } from './admin/notifications.ts';
import { payees } from './admin/payees.ts';
import { paymentFilters } from './admin/paymentFilters.ts';
import { payments } from './admin/payments.ts';
import { payoutHolds } from './admin/payoutHolds.ts';
import { payoutBatches } from './admin/payouts.ts';
import { players } from './admin/players.ts';
import { proposals } from './admin/proposals.ts';
import { queue } from './admin/queue.ts';
import { range } from './admin/range.ts';
import { reason } from './admin/reason.ts';
import { registerAdmin } from './admin/registerAdmin.ts';
import { reports } from './admin/reports.ts';
import { roles } from './admin/roles.ts';
import { setup } from './admin/setup.ts';
import { shell } from './admin/shell.ts';
import { signals } from './admin/signals.ts';
import { statements } from './admin/statements.ts';
import { stats } from './admin/stats.ts';
import { support } from './admin/support.ts';
import { timeline } from './admin/timeline.ts';
import { updated } from './admin/updated.ts';
import { updatedWhat } from './admin/updatedWhat.ts';

export {
  admins,
  alerts,
  audit,
  corrections,
  decision,
  detail,
  exports,
  feedback,
  flags,
  games,
  lost,
  memberStatus,
  notices,
  notifications,
  payees,
  paymentFilters,
  payments,
  payoutBatches,
  payoutHolds,
  players,
  proposals,
  queue,
  range,
  reason,
  registerAdmin,
  reports,
  roles,
  setup,
  shell,
  signals,
  statements,
  stats,
  support,
  timeline,
  updated,
  updatedWhat,
};
