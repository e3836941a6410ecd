import { IconActivity, IconHome, IconUser, IconWallet } from '@tabler/icons-react';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';

export const tabs = [
  { path: paths.home, label: words.tabs.home, Icon: IconHome },
  { path: paths.activity, label: words.tabs.activity, Icon: IconActivity },
  { path: paths.wallet, label: words.tabs.wallet, Icon: IconWallet },
  { path: paths.account, label: words.tabs.account, Icon: IconUser },
] as const;

/** Whether this page shows the tab bar. */
export function isTab(pathname: string): boolean {
  const bare = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return tabs.some(({ path }) => path.toLowerCase() === bare.toLowerCase());
}
