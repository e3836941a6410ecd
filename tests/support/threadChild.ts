/** A thread that misbehaves as it is asked to, and goes on for ever at everything else (server/platform/workerThread.test.ts). */
import { threadId } from 'node:worker_threads';
import { answerRequests } from '../../server/platform/answerRequests.ts';

export type ThreadOrder = 'name yourself' | 'loop' | 'fill memory' | 'throw' | 'exit';

answerRequests((order) => {
  if (order === 'name yourself') return threadId;
  if (order === 'throw') throw new TypeError('the parser has a bug');
  if (order === 'exit') return process.exit(3);
  const kept: number[][] = [];
  for (;;) if (order === 'fill memory') kept.push(Array.from({ length: 50_000 }, () => 0.5));
});
