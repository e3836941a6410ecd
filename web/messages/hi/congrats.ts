import type { congrats as en } from '../en/congrats.ts';

export const congrats: typeof en = 'बधाई हो';
