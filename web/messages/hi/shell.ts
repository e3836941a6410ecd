import type { shell as en } from '../en/shell.ts';

export const shell: typeof en = {
  game: 'चल रहा राउंड आ रहा है: दाँव लगाने का बचा समय, किस पर दाँव लगा सकते हैं, और आपके अपने दाँव।',
};
