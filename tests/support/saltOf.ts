import { hash } from 'node:crypto';
import { u64be } from '../../server/domain/contests/draw.ts';

/** A bet's salt, 16 bytes, from its contest's secret of 32: so no bet needs a random value of its own. */
export function saltOf(contestSecret: Uint8Array, betNumber: number): Buffer {
  return hash('sha256', Buffer.concat([contestSecret, u64be(betNumber)]), 'buffer').subarray(0, 16);
}
