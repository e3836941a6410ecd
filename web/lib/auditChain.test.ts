import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ChainedEntry, chainStart, parseMark, verifyEntries } from './auditChain.ts';

const at = '2026-11-20T03:30:00.007Z';

function entry(previous: { number: string; hash: string }, changes: Partial<ChainedEntry> = {}): ChainedEntry {
  const number = String(Number(previous.number) + 1);
  const rest = {
    actorNumber: '7',
    actionText: 'payee:add',
    subjectTypeText: 'payee',
    subject: 'रंगोली',
    before: null,
    after: '{"active":true}',
    reason: null,
  };
  const row = { number, ...rest, at, previousHash: previous.hash, ...changes };
  // 'रंगोली' has 18 bytes.
  const text = `${number.length}:${number}1:79:payee:add5:payee18:रंगोली-15:{"active":true}-13:${Date.parse(at)}`;
  const hash = createHash('sha256').update(Buffer.from(row.previousHash, 'hex')).update(text).digest('hex');
  return { hash, ...row };
}

const first = entry(chainStart);
const second = entry(first);

describe('the chain of the audit log, verified in the browser', () => {
  it('holds from the start, and from any entry on', async () => {
    expect(await verifyEntries([first, second], chainStart)).toEqual({ last: { number: '2', hash: second.hash } });
    expect(await verifyEntries([second], first)).toEqual({ last: { number: '2', hash: second.hash } });
    expect(await verifyEntries([], first)).toEqual({ last: first });
  });

  it('shows the first entry that is missing, not linked, or changed', async () => {
    const fault = async (...entries: ChainedEntry[]) => (await verifyEntries(entries, chainStart)) as object;
    expect(await fault(second)).toEqual({ fault: { kind: 'missing', number: '1' } });
    expect(await fault(first, entry({ number: '1', hash: second.hash }))).toEqual({
      fault: { kind: 'unlinked', number: '2' },
    });
    const changes = {
      actorNumber: '8',
      actionText: 'x',
      subjectTypeText: 'x',
      subject: 'x',
      before: 'x',
      after: null,
      reason: 'x',
    };
    for (const [name, value] of Object.entries({ ...changes, at: '2026-11-20T03:30:00.008Z' })) {
      expect(await fault(first, { ...second, [name]: value }), name).toEqual({
        fault: { kind: 'changed', number: '2' },
      });
    }
  });

  it('reads a mark as it is mailed', () => {
    const hash = 'AB'.repeat(32);
    expect(parseMark(` 0012:${hash} `)).toEqual({ number: '12', hash: hash.toLowerCase() });
    for (const text of ['', '12', `12:${hash}0`, `x:${hash}`, `-1:${hash}`]) expect(parseMark(text), text).toBeNull();
  });
});
