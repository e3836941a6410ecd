import { describe, expect, it } from 'vitest';
import { auditHash, CHAIN_START, chainFault, type ChainedRow } from './chain.ts';

function row(id: bigint, previousHash: Buffer, changes: Partial<ChainedRow> = {}): ChainedRow {
  const unhashed = {
    id,
    actorId: 7n,
    action: 'payee:add',
    subjectType: 'payee',
    subject: 'play@rangoli',
    before: null,
    after: '{"active":true}',
    reason: null,
    at: new Date('2026-11-20T03:30:00Z'),
    previousHash,
    ...changes,
  };
  return { ...unhashed, hash: auditHash(unhashed) };
}

const first = row(1n, CHAIN_START);
const second = row(2n, first.hash);

describe('the chain of the audit log', () => {
  it('holds when every row is linked to the one before', () => {
    expect(chainFault(first, null)).toBeNull();
    expect(chainFault(second, first)).toBeNull();
  });

  it('shows a row that was taken out', () => {
    expect(chainFault(row(3n, second.hash), first)).toBe('row 2 is missing');
    expect(chainFault(second, null)).toBe('row 1 is missing');
  });

  it('shows a row that was changed', () => {
    expect(chainFault({ ...second, reason: 'asked for' }, first)).toContain('changed');
    expect(chainFault({ ...second, at: new Date(0) }, first)).toContain('changed');
  });

  it('shows a row that was changed and hashed anew, at the next one', () => {
    expect(chainFault(second, row(1n, CHAIN_START, { subject: 'else@rangoli' }))).toContain('not linked');
  });

  it('hashes field boundaries unambiguously', () => {
    expect(row(1n, CHAIN_START, { before: 'a', after: 'bc' }).hash).not.toEqual(
      row(1n, CHAIN_START, { before: 'ab', after: 'c' }).hash,
    );
    expect(row(1n, CHAIN_START, { reason: null }).hash).not.toEqual(row(1n, CHAIN_START, { reason: '-' }).hash);
  });
});
