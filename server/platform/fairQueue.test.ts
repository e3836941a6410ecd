import { expect, test } from 'vitest';
import { FairQueue, type Requester } from './fairQueue.ts';

/** A queue whose tasks run until the test ends them, one at a time. */
function heldQueue({ concurrency = 1, most = 100, known = 10 } = {}) {
  const queue = new FairQueue({
    concurrency,
    bounds: { most, mostOfSite: most },
    knownBounds: { most: known, mostOfSite: known },
    refusal: () => new Error('refused'),
  });
  const started: string[] = [];
  const running: ((error?: Error) => void)[] = [];
  /** The name of the task once it has run, or why it failed. */
  const ask = (name: string, requester: Requester): Promise<string> =>
    queue
      .run(requester, () => {
        started.push(name);
        return new Promise<string>((resolve, reject) =>
          running.push((error) => (error ? reject(error) : resolve(name))),
        );
      })
      .catch(({ message }: Error) => message);
  /** Ends the task that runs for the longest, and waits until the next has started. */
  const endOne = async (error?: Error) => {
    running.shift()?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, started, ask, endOne };
}

const of = (address: string, knownAccount?: string): Requester => ({ address, knownAccount });
/** The outcomes of these tasks, all of which are ended. */
const settled = async (held: ReturnType<typeof heldQueue>, asked: readonly Promise<string>[]) => {
  for (let turn = 0; turn < asked.length; turn += 1) await held.endOne();
  return Promise.all(asked);
};

test('runs as many as it may at once, passes their places on when they end or fail, and frees them', async () => {
  const held = heldQueue({ concurrency: 2 });
  const asked = ['a', 'b', 'c', 'd'].map((name) => held.ask(name, of('192.0.2.1')));
  expect([held.started, held.queue.waiting]).toEqual([['a', 'b'], 2]);
  await held.endOne(new Error('broke'));
  expect(held.started).toEqual(['a', 'b', 'c']);
  expect(await settled(held, asked)).toEqual(['broke', 'b', 'c', 'd']);
  expect(held.queue.waiting).toBe(0);
  const later = held.ask('later', of('192.0.2.1'));
  expect(held.started.at(-1)).toBe('later');
  await held.endOne();
  expect(await later).toBe('later');
});

test('twelve addresses with as much as they can send delay another one by a turn each', async () => {
  const held = heldQueue();
  const asked = Array.from({ length: 24 * 12 }, (_, at) => held.ask(`greedy ${at}`, of(`192.0.2.${at % 12}`)));
  expect(held.queue.waiting).toBe(100);
  const honest = held.ask('honest', of('198.51.100.1'));
  for (let turns = 0; turns < 13; turns += 1) await held.endOne();
  expect(held.started.indexOf('honest')).toBe(13);
  const answers = await settled(held, [...asked, honest]);
  expect(answers.at(-1)).toBe('honest');
  // What was refused came from the greedy ones: one that ran, 100 that waited, less one for the honest.
  expect(answers.filter((answer) => answer === 'refused')).toHaveLength(24 * 12 - 100);
});

test('a known device is first, with one task at a time for its account, and every other turn is another’s', async () => {
  const held = heldQueue();
  const [home, away] = ['192.0.2.1', '198.51.100.1'];
  const asked = [
    held.ask('running', of(home)),
    held.ask('other 1', of(home)),
    held.ask('other 2', of(home)),
    held.ask('known to x', of(away, 'x')),
    held.ask('known to x, again', of(away, 'x')),
    held.ask('known to y', of(away, 'y')),
  ];
  const answers = await settled(held, asked);
  expect(held.started).toEqual(['running', 'known to x', 'other 1', 'known to y', 'known to x, again', 'other 2']);
  expect(answers).not.toContain('refused');
  // The account has its place again.
  const more = [held.ask('running', of(home)), held.ask('other', of(home)), held.ask('known again', of(away, 'x'))];
  await settled(held, more);
  expect(held.started.slice(-3)).toEqual(['running', 'known again', 'other']);
});

test('devices in turn by address too; one too many of them waits among the others, who may be full', async () => {
  const held = heldQueue({ most: 1, known: 2 });
  const asked = [
    held.ask('running', of('192.0.2.1')),
    held.ask('own 1', of('192.0.2.1', 'a')),
    held.ask('own 2', of('192.0.2.1', 'b')),
    held.ask('own 3', of('192.0.2.1', 'c')),
    held.ask('honest', of('198.51.100.1', 'd')),
  ];
  // own 3 and then own 2 had to go to the others, where there is one place.
  expect(await settled(held, asked)).toEqual(['running', 'own 1', 'refused', 'own 3', 'honest']);
  expect(held.started).toEqual(['running', 'own 1', 'own 3', 'honest']);
});
