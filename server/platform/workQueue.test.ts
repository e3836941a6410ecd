import { expect, test } from 'vitest';
import { WorkQueue } from './workQueue.ts';

/** A task that runs until it is resolved. */
function task() {
  let end: (answer: string) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const ended = new Promise<string>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { run: () => ended, end, fail };
}

test('runs up to its concurrency, queues up to its limit in order, and refuses the rest', async () => {
  const queue = new WorkQueue({ concurrency: 2, maxWaiting: 2, refusal: () => new Error('full') });
  const tasks = [task(), task(), task(), task()];
  const started: number[] = [];
  const answers = tasks.map(({ run }, index) =>
    queue.run(() => {
      started.push(index);
      return run();
    }),
  );
  expect(started).toEqual([0, 1]);
  await expect(queue.run(task().run)).rejects.toThrow('full');

  tasks[1]?.end('one');
  expect(await answers[1]).toBe('one');
  expect(started).toEqual([0, 1, 2]);
  tasks[0]?.fail(new Error('broke'));
  await expect(answers[0]).rejects.toThrow('broke');
  expect(started).toEqual([0, 1, 2, 3]);

  tasks[2]?.end('two');
  tasks[3]?.end('three');
  expect(await Promise.all(answers.slice(2))).toEqual(['two', 'three']);
  expect(await queue.run(() => Promise.resolve('again'))).toBe('again');
});
