import { afterEach, beforeEach, describe, vi } from 'vitest';
import { describeKeptKey } from '../../../tests/support/keptKey.ts';
import { useCancelBets } from './useCancelBets.ts';

// The list of bets that it reads again is not on the screen here: Apollo warns of that.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue(undefined));
afterEach(() => void vi.restoreAllMocks());

describe('cancelling bets', () => {
  describeKeptKey({
    useSend: () => useCancelBets().cancelBets,
    request: 'sapreOne-202611200742',
    other: 'sapreOne-202611200743',
    field: 'cancelBets',
    done: {
      __typename: 'CancelBetsPayload',
      amount: '30.00',
      wallet: { __typename: 'Wallet', id: 'wallet-1', available: '100.00', held: '0.00' },
      contest: { __typename: 'Contest', id: 'contest-1', viewerBetAmount: '0.00' },
    },
  });
});
