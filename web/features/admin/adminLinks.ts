import {
  IconBellRinging,
  IconBuildingBank,
  IconChartBar,
  IconChecklist,
  IconDice5,
  IconHeadset,
  IconFileSpreadsheet,
  IconListDetails,
  IconMessageStar,
  IconQrcode,
  IconRadar2,
  IconShieldCheck,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';

const shell = words.admin.shell;

/**
 * Links of the back office; an admin sees those to pages that they may see (adminAccess.ts). `waiting` names the count
 * shown beside a link.
 */
export const adminLinks = [
  { path: paths.admin.dashboard, label: shell.home, Icon: IconChartBar, waiting: null },
  { path: paths.admin.alerts, label: shell.alerts, Icon: IconBellRinging, waiting: 'newAlertCount' },
  { path: paths.admin.sapre, label: shell.sapre, Icon: IconDice5, waiting: null },
  { path: paths.admin.transactions, label: shell.transactions, Icon: IconListDetails, waiting: 'pendingCount' },
  { path: paths.admin.statements, label: shell.statements, Icon: IconFileSpreadsheet, waiting: null },
  { path: paths.admin.proposals, label: shell.proposals, Icon: IconChecklist, waiting: 'openProposalCount' },
  { path: paths.admin.signals, label: shell.signals, Icon: IconRadar2, waiting: 'likelySignalCount' },
  { path: paths.admin.manageUpi, label: shell.manageUpi, Icon: IconQrcode, waiting: null },
  { path: paths.admin.manageBankAccount, label: shell.manageBankAccount, Icon: IconBuildingBank, waiting: null },
  { path: paths.admin.manageAdmin, label: shell.manageAdmin, Icon: IconUserShield, waiting: null },
  { path: paths.admin.support, label: shell.support, Icon: IconHeadset, waiting: 'unreadTicketCount' },
  { path: paths.admin.feedback, label: shell.feedback, Icon: IconMessageStar, waiting: null },
  { path: paths.admin.players, label: shell.players, Icon: IconUsers, waiting: null },
  { path: paths.admin.audit, label: shell.audit, Icon: IconShieldCheck, waiting: null },
] as const;
