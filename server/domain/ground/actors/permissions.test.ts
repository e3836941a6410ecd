import { describe, expect, it } from 'vitest';
import type { Actor } from '../verbs/context.ts';
import { adminRoles, type AdminRole } from './adminRoles.ts';
import {
  type Action,
  actions,
  allows,
  authorize,
  isForAdmins,
  isForMembers,
  isUnenrolled,
  refuseUnenrolled,
  requireAdmin,
  requireMember,
  requirePlayer,
  rolesFor,
} from './permissions.ts';

const anonymous: Actor = { kind: 'anonymous' };
const player: Actor = { kind: 'player', userId: 1n, sessionId: 1n };
const admin: Actor = { kind: 'admin', userId: 2n, sessionId: 2n, roles: ['OWNER'] };
const withRoles = (...roles: AdminRole[]): Actor => ({ kind: 'admin', userId: 3n, sessionId: 3n, roles });
const system: Actor = { kind: 'system' };

describe('permissions', () => {
  it('keep money and games from admins, and the platform from players', () => {
    for (const action of ['bet:place', 'deposit:request', 'withdrawal:request', 'wallet:readOwn'] as const) {
      expect([allows(player, action), allows(admin, action)]).toEqual([true, false]);
    }
    for (const action of ['transaction:decide', 'settings:change', 'contest:override', 'audit:read'] as const) {
      expect([allows(player, action), allows(admin, action)]).toEqual([false, true]);
    }
  });

  it('leave the server’s own work to the server', () => {
    for (const action of ['contest:settle', 'ledger:audit', 'chain:rotate', 'mail:deliver'] as const) {
      expect(actions.filter((each) => each === action)).toEqual([action]);
      for (const actor of [anonymous, player, admin]) expect(allows(actor, action)).toBe(false);
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
        extra: { detail: 'bet:place is not for admins with the roles [OWNER]' },
      }),
    );
    expect(() => authorize({ actor: anonymous }, 'bet:place')).toThrow('Please log in.');
  });

  it('let every admin read settings, statistics and rounds, without any role', () => {
    // Of alerts, each kind needs its own permission too.
    const base = actions.filter((action) => allows(withRoles(), action) && !allows(player, action));
    expect(base).toEqual(['settings:read', 'stats:read', 'contest:readFigures', 'alert:read', 'export:open']);
  });

  it('let owners do whatever some admin may, and roles add up', () => {
    for (const action of actions) {
      if (adminRoles.some((role) => allows(withRoles(role), action))) expect(allows(admin, action), action).toBe(true);
    }
    expect(allows(withRoles('GAME', 'FINANCE'), 'transaction:decide')).toBe(true);
    expect(allows(withRoles('GAME', 'FINANCE'), 'contest:override')).toBe(true);
    expect(allows(withRoles('GAME', 'SUPPORT'), 'transaction:decide')).toBe(false);
  });

  it('leave admins, their roles and their accounts to owners alone', () => {
    for (const action of ['admin:register', 'admin:setRoles', 'admin:deactivate'] as const) {
      expect(adminRoles.filter((role) => allows(withRoles(role), action))).toEqual(['OWNER']);
    }
  });

  it('let auditors read everything that any admin reads, and change nothing', () => {
    const platform = actions.filter((action) => allows(admin, action) && !allows(player, action));
    const reads = (action: string) => /:(read|open|own|choose)/.test(action) || action.startsWith('export:');
    const auditor = withRoles('AUDITOR');
    expect(platform.filter((action) => allows(auditor, action))).toEqual(platform.filter(reads));
    expect([allows(auditor, 'ticket:read'), allows(auditor, 'ticket:answer')]).toEqual([true, false]);
  });

  const offices: readonly [Action, readonly AdminRole[], alsoOf: readonly Actor['kind'][]][] = [
    ['ticket:read', ['OWNER', 'FINANCE', 'SUPPORT', 'GAME', 'AUDITOR'], ['player']],
    ['ticket:readAll', ['OWNER', 'SUPPORT', 'AUDITOR'], []],
    ['ticket:readHanded', ['OWNER', 'FINANCE', 'GAME', 'AUDITOR'], []],
    ['ticket:answer', ['OWNER', 'FINANCE', 'SUPPORT', 'GAME'], ['player']],
    ['ticket:handOver', ['OWNER', 'SUPPORT'], []],
    ['document:read', ['OWNER', 'FINANCE', 'SUPPORT', 'GAME', 'AUDITOR'], ['player']],
    ['stats:read', [], ['admin', 'system']],
    ['finance:read', ['OWNER', 'FINANCE', 'AUDITOR'], ['system']],
    ['proposal:read', ['OWNER', 'FINANCE', 'GAME', 'AUDITOR'], []],
    ['proposal:decide', ['OWNER', 'FINANCE', 'GAME'], []],
    ['alert:acknowledge', ['OWNER', 'FINANCE', 'SUPPORT', 'GAME'], []],
    ['profile:update', [], ['player', 'admin']],
    ['bet:place', [], ['player']],
    ['mail:deliver', [], ['system']],
  ];
  it.each(offices)('let %s the offices %s, and whoever is %s', (action, roles, kinds) => {
    expect(rolesFor(action).toSorted()).toEqual([...roles].toSorted());
    expect(adminRoles.filter((role) => allows(withRoles(role), action)).toSorted()).toEqual(
      kinds.includes('admin') ? [...adminRoles].toSorted() : [...roles].toSorted(),
    );
    const each: Actor[] = [anonymous, player, withRoles(), system];
    expect(each.filter((actor) => allows(actor, action)).map(({ kind }) => kind)).toEqual(kinds);
    expect(isForAdmins(action)).toBe(roles.length > 0 || kinds.includes('admin'));
    expect(isForMembers(action)).toBe(kinds.includes('player') && kinds.includes('admin'));
  });

  it('name all roles of whom they refuse, and none of those who have none', () => {
    const detailOf = (actor: Actor, action: Action) => {
      try {
        authorize({ actor }, action);
      } catch (error) {
        return (error as { extra: { detail: string } }).extra.detail;
      }
      return null;
    };
    expect(detailOf(withRoles('GAME', 'SUPPORT'), 'bet:place')).toBe(
      'bet:place is not for admins with the roles [GAME, SUPPORT]',
    );
    expect(detailOf(player, 'audit:read')).toBe('audit:read is not for players');
  });

  it('leave to those who must set up a second factor that, their password and their session', () => {
    const unenrolled: Actor = { kind: 'admin', userId: 4n, sessionId: 4n, roles: ['OWNER'], mustEnrol: true };
    const refused = expect.objectContaining({
      code: 'OTP_ENROLMENT_REQUIRED',
      message: 'Your account must have a second factor. Please set it up first.',
    }) as Error;
    const mayDo = actions.filter((action) => {
      try {
        authorize({ actor: unenrolled }, action);
        return true;
      } catch (error) {
        expect(error).toEqual(refused);
        return false;
      }
    });
    expect(mayDo.toSorted()).toEqual(
      ['password:change', 'secondFactor:manageOwn', 'session:close', 'session:open', 'session:renew'].toSorted(),
    );
    expect(() => refuseUnenrolled({ actor: unenrolled })).toThrow(refused);
    expect([unenrolled, admin, anonymous, player].map(isUnenrolled)).toEqual([true, false, false, false]);
  });
});
