import { describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { clientsBehind } from './clients.ts';

function givenClients(trusted: string[]) {
  const warn = vi.fn();
  const clock = new ManualClock(0);
  const clientOf = clientsBehind(trusted, { clock, log: { warn } as unknown as Logger });
  const addressOf = (peer: string, forwarded?: string | string[]) =>
    clientOf({
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: peer } as never,
    }).address;
  return { warn, clock, addressOf };
}

describe('the caller’s address', () => {
  it('is the socket’s, whatever the headers claim', () => {
    const { addressOf } = givenClients([]);
    expect(addressOf('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
    expect(addressOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(givenClients(['10.0.0.0/8']).addressOf('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
  });

  it.each([
    ['198.51.100.1', '198.51.100.1'],
    // An address that the client forged precedes the one that the proxy appended.
    ['127.0.0.1, 10.0.0.9, 198.51.100.1', '198.51.100.1'],
    ['198.51.100.1:51000', '198.51.100.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    // Not IPv4-mapped.
    ['2001:db8::ffff:1.2.3.4', '2001:db8::ffff:1.2.3.4'],
    ['::ffff:1:2', '::ffff:1:2'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
  ])('is the last hop behind a trusted proxy (%s)', (forwarded, address) => {
    const { addressOf, warn } = givenClients(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
    for (const peer of ['127.0.0.1', '::ffff:127.0.0.1', '10.20.30.40', 'fd00::1']) {
      expect(addressOf(peer, forwarded)).toBe(address);
    }
    expect(addressOf('127.0.0.1', ['192.0.2.1', forwarded])).toBe(address);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([undefined, '', 'unknown', '198.51.100.1,', '198.51.100.1, _hidden', '999.1.1.1'])(
    'is unknown where a trusted proxy names none (%s), with a warning now and then',
    (forwarded) => {
      const { addressOf, clock, warn } = givenClients(['127.0.0.1']);
      expect(addressOf('127.0.0.1', forwarded)).toBeNull();
      expect(addressOf('127.0.0.1', forwarded)).toBeNull();
      clock.advance(599_999);
      expect(addressOf('127.0.0.1', forwarded)).toBeNull();
      expect(warn).toHaveBeenCalledTimes(1);
      expect(warn).toHaveBeenCalledWith({ proxy: '127.0.0.1' }, expect.stringContaining('sent no X-Forwarded-For'));
      clock.advance(1);
      addressOf('127.0.0.1', forwarded);
      expect(warn).toHaveBeenCalledTimes(2);
    },
  );

  it('comes with the user agent, or an empty one', () => {
    const clientOf = clientsBehind([], { clock: new ManualClock(0), log: {} as Logger });
    const socket = { remoteAddress: '203.0.113.7' } as never;
    expect(clientOf({ headers: { 'user-agent': 'curl/8' }, socket })).toEqual({
      address: '203.0.113.7',
      userAgent: 'curl/8',
    });
    expect(clientOf({ headers: {}, socket }).userAgent).toBe('');
    expect(clientOf({ headers: {}, socket: {} as never }).address).toBe('');
    expect(givenClients(['127.0.0.1']).addressOf(undefined as never)).toBe('');
  });

  it.each(['x[2001:db8::1]', '[2001:db8::1]x', 'x198.51.100.1:80', '198.51.100.1:80x', 'x::ffff:1.2.3.4'])(
    'is unknown where the last hop is only part of one (%s)',
    (forwarded) => {
      expect(givenClients(['127.0.0.1']).addressOf('127.0.0.1', forwarded)).toBeNull();
    },
  );
});
