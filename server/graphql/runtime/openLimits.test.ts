import { describe, expect, it } from 'vitest';
import type { Actor } from '../../domain/ground/verbs/context.ts';
import { OpenLimits, openLimits } from './openLimits.ts';

const ADDRESS = '198.51.100.7';
const callerAt = (actor: Actor, address = ADDRESS) => ({ actor, client: { address, userAgent: '' } });
const player = (userId: number): Actor => ({ kind: 'player', userId: BigInt(userId), sessionId: BigInt(userId) });
const anonymous: Actor = { kind: 'anonymous' };

/** How many of `asked` this caller gets. */
function granted(open: OpenLimits, what: 'socket' | 'subscription', actor: Actor, asked: number): number {
  return Array.from({ length: asked }, () => open[what](callerAt(actor))).filter((free) => free !== null).length;
}

describe('what callers may have open', () => {
  it('is documented: server/graphql/README.md#limits', () => {
    expect(openLimits).toEqual({
      account: { sockets: 20, subscriptions: 100, groups: 20 },
      address: { sockets: 50, subscriptions: 200, groups: 50 },
    });
  });

  it.each([
    ['socket', anonymous, 50],
    ['subscription', anonymous, 200],
    ['socket', player(1), 20],
    ['subscription', player(1), 100],
  ] as const)('%s of %o: %i', (what, actor, most) => {
    expect(granted(new OpenLimits({ limited: true }), what, actor, most + 10)).toBe(most);
  });

  it('is not limited by address for signed-in callers, nor by those for others', () => {
    const open = new OpenLimits({ limited: true });
    for (let account = 1; account <= 30; account += 1) {
      expect(granted(open, 'socket', player(account), 20)).toBe(20);
      expect(granted(open, 'subscription', player(account), 100)).toBe(100);
    }
    expect(granted(open, 'socket', anonymous, 50)).toBe(50);
    expect(granted(open, 'subscription', anonymous, 200)).toBe(200);
  });
});
