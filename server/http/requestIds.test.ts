import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { requestIds } from './requestIds.ts';

const idOf = requestIds(['10.0.0.0/8']);
const request = (remoteAddress: string, id?: string) =>
  ({
    socket: { remoteAddress },
    headers: id === undefined ? {} : { 'x-request-id': id },
  }) as unknown as IncomingMessage;

it('a trusted proxy’s id is kept', () => {
  expect(idOf(request('10.1.2.3', 'proxy-0001.a_b'))).toBe('proxy-0001.a_b');
  expect(idOf(request('::ffff:10.1.2.3', 'proxy-0001'))).toBe('proxy-0001');
});

it.each([
  ['of a visitor', request('203.0.113.7', 'proxy-0001')],
  ['that is too short', request('10.1.2.3', 'short')],
  ['that is too long', request('10.1.2.3', 'a'.repeat(65))],
  ['with other characters', request('10.1.2.3', 'proxy-0001"}\t{"level":60')],
  ['that is missing', request('10.1.2.3')],
])('an id %s is replaced by one of the server’s', (_kind, given) => {
  expect(idOf(given)).toMatch(/^[0-9a-f]{12}$/);
});

it('no two requests have the same id', () => {
  const ids = Array.from({ length: 1_000 }, () => idOf(request('203.0.113.7')));
  expect(new Set(ids).size).toBe(1_000);
});
