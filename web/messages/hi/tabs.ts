import type { tabs as en } from '../en/tabs.ts';

export const tabs: typeof en = {
  label: 'मुख्य',
  home: 'होम',
  activity: 'गतिविधि',
  wallet: 'वॉलेट',
  account: 'खाता',
};
