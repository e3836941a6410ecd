/**
 * Thousands of subscribers in one process: bare sockets with a minimal client of the protocol that can subscribe and
 * receive a message, so that they use as little as possible of the machine they share with the server.
 */
import { fileURLToPath } from 'node:url';
import { openSubscriber } from '../../server/load/subscriber.ts';

export interface FanClientSetup {
  url: string;
  subscribers: number;
  /** False: the server sends to every connection. */
  graphql: boolean;
}

export type FanClientRequest = 'arm' | 'last';

const OPENED_TOGETHER = 100;
/** Milliseconds since the epoch, with fractions, comparable between processes of the machine. */
export function sinceEpoch(): number {
  return performance.timeOrigin + performance.now();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(JSON.parse(process.argv[2] ?? '') as FanClientSetup);

async function run({ url, subscribers, graphql }: FanClientSetup): Promise<void> {
  let missing = 0;
  let lastAt = 0;
  let allHeard: (at: number) => void = () => {};
  const heard = () => {
    missing -= 1;
    if (missing !== 0) return;
    lastAt = sinceEpoch();
    allHeard(lastAt);
  };
  for (let opened = 0; opened < subscribers; opened += OPENED_TOGETHER) {
    const few = Math.min(OPENED_TOGETHER, subscribers - opened);
    await Promise.all(
      Array.from({ length: few }, () => openSubscriber({ url, graphql }, { onMessage: heard, onClosed: gone })),
    );
  }
  process.on('message', (request: FanClientRequest) => {
    if (request === 'arm') {
      missing = subscribers;
      lastAt = 0;
      allHeard = () => {};
      process.send?.({});
    } else if (lastAt > 0) {
      process.send?.({ at: lastAt });
    } else {
      allHeard = (at) => process.send?.({ at });
    }
  });
  process.on('disconnect', () => process.exit(0));
  // Initial messages have arrived by then.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  process.send?.({ url });
}

function gone(): never {
  console.error('a server closed the socket of a subscriber');
  process.exit(1);
}
