import { describe, expect, it } from 'vitest';
import type { Actor } from './context.ts';
import { actions, allows, authorize, requireAdmin, requireMember, requirePlayer } from './permissions.ts';

const anonymous: Actor = { kind: 'anonymous' };
const player: Actor = { kind: 'player', userId: 1n, sessionId: 1n };
const admin: Actor = { kind: 'admin', userId: 2n, sessionId: 2n };
const system: Actor = { kind: 'system' };

describe('permissions', () => {
  it('keep money and games from admins, and the platform from players', () => {
    for (const action of ['bet:place', 'deposit:request', 'withdrawal:request', 'wallet:readOwn'] as const) {
      expect([allows('player', action), allows('admin', action)]).toEqual([true, false]);
    }
    for (const action of ['transaction:decide', 'settings:change', 'contest:override', 'audit:read'] as const) {
      expect([allows('player', action), allows('admin', action)]).toEqual([false, true]);
    }
  });

  it('leave the server’s own work to the server', () => {
    for (const action of ['contest:settle', 'ledger:audit', 'chain:rotate', 'mail:deliver'] as const) {
      expect(actions.filter((each) => each === action)).toEqual([action]);
      for (const kind of ['anonymous', 'player', 'admin'] as const) expect(allows(kind, action)).toBe(false);
    }
  });

  it('refuse anonymous actors as unauthenticated and others as forbidden', () => {
    expect(() => authorize({ actor: anonymous }, 'bet:place')).toThrow(
      expect.objectContaining({ code: 'UNAUTHENTICATED' }),
    );
    expect(() => authorize({ actor: admin }, 'bet:place')).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });

  it('hand over who acts', () => {
    expect(requirePlayer({ actor: player }, 'bet:place')).toBe(1n);
    expect(requireAdmin({ actor: admin }, 'transaction:decide')).toBe(2n);
    expect(requireMember({ actor: player }, 'profile:update')).toBe(1n);
    expect(requireMember({ actor: admin }, 'profile:update')).toBe(2n);
    expect(() => requireMember({ actor: system }, 'session:open')).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN' }),
    );
  });

  it('return no actor of another kind, even where the action is theirs too', () => {
    const forbidden = expect.objectContaining({
      code: 'FORBIDDEN',
      message: 'You are not allowed to do this.',
    }) as Error;
    expect(() => requirePlayer({ actor: admin }, 'profile:update')).toThrow(forbidden);
    expect(() => requireAdmin({ actor: player }, 'profile:update')).toThrow(forbidden);
    expect(() => requireMember({ actor: system }, 'session:open')).toThrow(forbidden);
    expect(() => requireMember({ actor: anonymous }, 'session:open')).toThrow(
      expect.objectContaining({ code: 'UNAUTHENTICATED', message: 'Please log in.' }),
    );
  });

  it('name what was not allowed, and to whom', () => {
    expect(() => authorize({ actor: admin }, 'bet:place')).toThrow(
      expect.objectContaining({
        message: 'You are not allowed to do this.',
        extra: { detail: 'bet:place is not for admins' },
      }),
    );
    expect(() => authorize({ actor: anonymous }, 'bet:place')).toThrow('Please log in.');
  });
});
