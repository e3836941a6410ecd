import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { hostileStatements } from '../../../tests/support/hostileStatements.ts';
import { PATIENT } from '../../../tests/support/patience.ts';
import { refusal } from '../../../tests/support/refusal.ts';
import { WorkerThread } from '../../platform/workerThread.ts';
import { previewInThread, readInThread, statementThread } from './readInThread.ts';
import { readFile } from './statementFile.ts';

const opened: WorkerThread[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((thread) => thread.close()));
});

function caller(thread: WorkerThread) {
  opened.push(thread);
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  return { statementThread: thread, log, logged };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

const mapping = {
  date: 'Date',
  dateOrder: 'DMY' as const,
  time: null,
  description: 'Narration',
  reference: null,
  amount: 'Amount',
  side: null,
  credit: null,
  debit: null,
  balance: null,
};
const options = { mapping, account: null, answers: {} };
const CSV = 'Date,Narration,Amount\n21/11/2026 14:05,UPI 632612345678,5.00\n20/11/2026,UPI 632612345679,7.50\n';

describe('the thread that reads statements', () => {
  it('gives what the reader gives, times and amounts included', async () => {
    const ctx = caller(statementThread(PATIENT));
    const request = { content: base64(CSV), ...options };
    const content = await readInThread(ctx, request);
    expect(content).toEqual(readFile(request));
    expect(content).toMatchObject({ lineCount: 2, lastDay: '2026-11-21', leftOut: [] });
    expect(JSON.parse(content.linesJson)).toMatchObject([
      { day: '2026-11-21', at: '2026-11-21T08:35:00.000Z', amount: '500', tokens: ['632612345678'], place: 0 },
      { day: '2026-11-20', at: null, amount: '750', ordinal: 1, place: 1 },
    ]);
    const preview = await previewInThread(ctx, { ...request, remembered: null, headingRow: null });
    expect(preview.sample[0]).toMatchObject({ amount: 500n, at: new Date('2026-11-21T14:05:00+05:30') });
  });

  it.each(hostileStatements)(
    'refuses $name for what is wrong with it, and leaves the event loop to others',
    async (file) => {
      const ctx = caller(statementThread(PATIENT));
      let turns = 0;
      // In this thread the refusal would come before any timer.
      const timer = setInterval(() => (turns += 1), 1);
      const refused = await refusal(readInThread(ctx, { content: base64(file.text), ...options }));
      clearInterval(timer);
      expect(refused.code).toBe('INVALID_INPUT');
      expect(refused.extra.detail).toMatch(file.detail);
      expect(turns).toBeGreaterThan(0);
    },
  );

  it('refuses what takes too long, says so in the log, and reads the next file', async () => {
    const program = fileURLToPath(new URL('../../../tests/support/threadChild.ts', import.meta.url));
    const busy = () => new Error('busy');
    const ctx = caller(new WorkerThread({ program, deadlineMs: 300, memoryMb: 128, maxWaiting: 1, busy }));
    // That program does for ever whatever it isn't told.
    const refused = await refusal(readInThread(ctx, { content: '', ...options }));
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'file' } });
    expect(refused.extra.detail).toMatch(/too complicated to read/);
    expect(ctx.logged).toHaveLength(1);
    expect(ctx.logged[0]).toContain('more than 300 ms');
    await expect.poll(() => ctx.statementThread.run('name yourself').catch(() => 0)).toBeGreaterThan(0);
  });

  it('refuses the tenth file of those that come at once, and reads the others', async () => {
    const ctx = caller(statementThread(PATIENT));
    const files = Array.from({ length: 10 }, () => readInThread(ctx, { content: base64(CSV), ...options }));
    const refused = await refusal(files.pop() ?? Promise.resolve());
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', extra: { retryAfterSeconds: 5 } });
    for (const { lineCount } of await Promise.all(files)) expect(lineCount).toBe(2);
  });

  it('passes on a failure of the reader with its cause, as no refusal', async () => {
    const ctx = caller(statementThread(PATIENT));
    const broken = { content: undefined as unknown as string, ...options };
    await expect(readInThread(ctx, broken)).rejects.toThrow(TypeError);
    expect(await readInThread(ctx, { content: base64(CSV), ...options })).toMatchObject({ lineCount: 2 });
  });
});
