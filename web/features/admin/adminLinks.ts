import IconCashBanknoteMove from '@tabler/icons-react/dist/esm/icons/IconCashBanknoteMove.mjs';
import IconBellRinging from '@tabler/icons-react/dist/esm/icons/IconBellRinging.mjs';
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import IconDice5 from '@tabler/icons-react/dist/esm/icons/IconDice5.mjs';
import IconHeadset from '@tabler/icons-react/dist/esm/icons/IconHeadset.mjs';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import IconMessageStar from '@tabler/icons-react/dist/esm/icons/IconMessageStar.mjs';
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs';
import IconRadar2 from '@tabler/icons-react/dist/esm/icons/IconRadar2.mjs';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import IconUserShield from '@tabler/icons-react/dist/esm/icons/IconUserShield.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { shell } from '#messages/admin/shell.ts';
import { paths } from '../../paths.ts';

/**
 * Links of the back office; an admin sees those to pages that they may see (adminAccess.ts). `waiting` names the count
 * shown beside a link.
 */
export const adminLinks = [
  { path: paths.admin.dashboard, label: shell.home, Icon: IconChartBar, waiting: null },
  { path: paths.admin.alerts, label: shell.alerts, Icon: IconBellRinging, waiting: 'newAlertCount' },
  { path: paths.admin.sapre, label: shell.sapre, Icon: IconDice5, waiting: null },
  { path: paths.admin.transactions, label: shell.transactions, Icon: IconListDetails, waiting: 'pendingCount' },
  { path: paths.admin.payouts, label: shell.payouts, Icon: IconCashBanknoteMove, waiting: null },
  { path: paths.admin.statements, label: shell.statements, Icon: IconFileSpreadsheet, waiting: null },
  { path: paths.admin.proposals, label: shell.proposals, Icon: IconChecklist, waiting: 'openProposalCount' },
  { path: paths.admin.signals, label: shell.signals, Icon: IconRadar2, waiting: 'likelySignalCount' },
  { path: paths.admin.manageUpi, label: shell.manageUpi, Icon: IconQrcode, waiting: null },
  { path: paths.admin.manageBankAccount, label: shell.manageBankAccount, Icon: IconBuildingBank, waiting: null },
  { path: paths.admin.manageAdmin, label: shell.manageAdmin, Icon: IconUserShield, waiting: null },
  { path: paths.admin.support, label: shell.support, Icon: IconHeadset, waiting: 'ticketCount' },
  { path: paths.admin.feedback, label: shell.feedback, Icon: IconMessageStar, waiting: null },
  { path: paths.admin.players, label: shell.players, Icon: IconUsers, waiting: null },
  { path: paths.admin.audit, label: shell.audit, Icon: IconShieldCheck, waiting: null },
] as const;
