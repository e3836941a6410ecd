import type { KeptReceipt } from '../../web/features/evidence/keptReceipts.ts';

/** A receipt that a device keeps, of the bet with this number. */
export const keptReceipt = (
  number: number,
  state: KeptReceipt['state'] = 'unchecked',
  gameId = 'sapreOne-202611200742',
): KeptReceipt => ({ gameId, number, uid: '10000001', salt: '', leaf: '', place: 0, path: [], note: '', state });
