import { beforeEach, expect, it } from 'vitest';
import type { UserData } from '../../apollo/sessionStore.ts';
import { keepSessionEnd, sessionEndReason, takeReturn } from './sessionEnd.ts';

const user = (userId: string, userType: UserData['userType'] = 'player'): UserData => ({
  avatar: '',
  name: '',
  email: '',
  userId,
  userType,
});
const place = { pathname: '/wallet', search: '?a=1', hash: '#b', state: { ticketId: 'x' } };

beforeEach(() => sessionStorage.clear());

it('leads the same user back once, with the state of the page', () => {
  keepSessionEnd({ user: user('1'), reason: 'device' }, place);
  expect(sessionEndReason()).toBe('device');
  expect(takeReturn(user('1'))).toEqual({ to: '/wallet?a=1#b', state: { ticketId: 'x' } });
  expect(takeReturn(user('1'))).toBeNull();
});

it('leads nobody else there', () => {
  keepSessionEnd({ user: user('1'), reason: 'device' }, place);
  expect(takeReturn(user('2'))).toBeNull();
  expect(sessionEndReason()).toBeNull();
});

it.each([
  ['//elsewhere.example/wallet', 'player'],
  ['/\\elsewhere.example/', 'player'],
  ['https://elsewhere.example/', 'player'],
  ['javascript:alert(1)', 'player'],
  ['http://[', 'player'],
  ['/admin/dashboard', 'player'],
  ['/ADMIN', 'player'],
  ['/wallet/../admin/players', 'player'],
  ['/wallet', 'admin'],
  ['/administrators', 'admin'],
] as const)('doesn’t lead to %s as %s', (pathname, userType) => {
  keepSessionEnd({ user: user('1', userType), reason: 'over' }, { ...place, pathname });
  expect(takeReturn(user('1', userType))).toBeNull();
});

it('leads an admin back into the back office', () => {
  keepSessionEnd({ user: user('1', 'admin'), reason: 'over' }, { ...place, pathname: '/admin/players' });
  expect(takeReturn(user('1', 'admin'))?.to).toBe('/admin/players?a=1#b');
});

it('ignores what can’t be read', () => {
  sessionStorage.setItem('sessionEnd', '{');
  expect(sessionEndReason()).toBeNull();
});
