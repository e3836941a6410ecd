import { fileURLToPath } from 'node:url';
import { ThreadLimitError, WorkerThread } from '../../platform/workerThread.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import type { FileRequest, ImportedFile, PreviewRequest, StatementPreview } from './statementFile.ts';
import type { ReaderAnswer, ReaderRequest } from './statementReader.ts';
import type { TableRow } from './tableRows.ts';

/** Of one file: the largest take about a second on an idle core. */
const DEADLINE_MS = 5_000;
const MEMORY_MB = 256;
/** Files of 8 MB each that wait. */
const MAX_WAITING = 8;

/** The thread that reads bank statements. `deadlineScale` multiplies the deadline of a file; default: 1. */
export function statementThread(deadlineScale = 1): WorkerThread {
  return new WorkerThread({
    program: fileURLToPath(new URL('statementReader.ts', import.meta.url)),
    deadlineMs: DEADLINE_MS * deadlineScale,
    memoryMb: MEMORY_MB,
    maxWaiting: MAX_WAITING,
    busy: () =>
      new DomainError('RATE_LIMITED', 'Too many requests. Please wait.', { retryAfterSeconds: DEADLINE_MS / 1_000 }),
  });
}

type Caller = Pick<Context, 'statementThread' | 'log'>;

/** `previewFile` in the thread. Refuses as it does, what takes too long, and with RATE_LIMITED while many files wait. */
export function previewInThread(ctx: Caller, request: PreviewRequest): Promise<StatementPreview> {
  return ask(ctx, { task: 'preview', ...request });
}

/** `readFile` in the thread. Refuses as it does, what takes too long, and with RATE_LIMITED while many files wait. */
export function readInThread(ctx: Caller, request: FileRequest): Promise<ImportedFile> {
  return ask(ctx, { task: 'read', ...request });
}

/** `readRows` in the thread. Refuses as it does, what takes too long, and with RATE_LIMITED while many files wait. */
export function rowsInThread(ctx: Caller, content: string): Promise<TableRow[]> {
  return ask(ctx, { task: 'rows', content });
}

async function ask<Result>({ statementThread: thread, log }: Caller, request: ReaderRequest): Promise<Result> {
  const answer = (await thread.run(request).catch((err: unknown) => {
    if (!(err instanceof ThreadLimitError)) throw err;
    log.warn({ err }, 'a bank statement was too much to read');
    throw invalidInput('file', 'The file is too complicated to read: export it again as CSV, CAMT.053 (XML) or MT940.');
  })) as ReaderAnswer<Result>;
  if ('refusal' in answer) throw invalidInput(answer.refusal.field, answer.refusal.detail);
  return answer.result;
}
