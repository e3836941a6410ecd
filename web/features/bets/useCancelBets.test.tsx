import { afterEach, beforeEach, describe, vi } from 'vitest';
import { describeIdempotencyKey } from '../../../tests/support/idempotencyKey.ts';
import { useCancelBets } from './useCancelBets.ts';

// The refetched list of bets isn't on this screen, which Apollo warns about.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue(undefined));
afterEach(() => void vi.restoreAllMocks());

describe('cancelling bets', () => {
  describeIdempotencyKey({
    useSend: () => useCancelBets().cancelBets,
    request: 'sapreOne-202611200742',
    other: 'sapreOne-202611200743',
    field: 'cancelBets',
    done: {
      __typename: 'CancelBetsPayload',
      amount: '30.00',
      wallet: { __typename: 'Wallet', id: 'wallet-1', available: '100.00', held: '0.00' },
      contest: {
        __typename: 'Contest',
        id: 'contest-1',
        viewer: { __typename: 'ContestViewer', betAmount: '0.00', bets: [] },
      },
    },
  });
});
