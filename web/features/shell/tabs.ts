import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconWallet from '@tabler/icons-react/dist/esm/icons/IconWallet.mjs';
import { tabs as tabsWords } from '#messages/tabs.ts';
import { paths } from '../../paths.ts';

export const tabs = [
  { path: paths.home, label: tabsWords.home, Icon: IconHome },
  { path: paths.activity, label: tabsWords.activity, Icon: IconActivity },
  { path: paths.wallet, label: tabsWords.wallet, Icon: IconWallet },
  { path: paths.account, label: tabsWords.account, Icon: IconUser },
] as const;

/** Whether this page shows the tab bar. */
export function isTab(pathname: string): boolean {
  const bare = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return tabs.some(({ path }) => path.toLowerCase() === bare.toLowerCase());
}
