import { bls12_381 } from '@noble/curves/bls12-381.js';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BeaconChain, pointOfRound, quicknet } from '../../server/platform/beacon/chain.ts';
import type { Clock } from '../../server/platform/clock.ts';
import { timeOfRound } from './timeOfRound.ts';

const SECRET_KEY = Buffer.alloc(32, 0x17);

/** A beacon with a key of its own and quicknet's times. */
export const testChain: BeaconChain = {
  ...quicknet,
  hash: '7e57'.repeat(16),
  publicKey: bls12_381.shortSignatures.getPublicKey(SECRET_KEY).toHex(),
};

/** The signature of a round, in hex. */
export function signatureOf(round: number): string {
  return bls12_381.shortSignatures.sign(pointOfRound(round), SECRET_KEY).toHex();
}

/**
 * How a relay answers: as it should; never; with a signature that does not verify; with the round before; with more than
 * a client reads; with an error; or with another site's address.
 */
export type Behaviour = 'honest' | 'silent' | 'lying' | 'out of order' | 'endless' | 'failing' | 'redirecting';

export interface TestBeacon {
  readonly chain: BeaconChain;
  /** Base addresses of its relays. */
  readonly relays: readonly string[];
  /** From now on, each relay behaves as its entry, those without one as the last. */
  behave(...behaviours: [Behaviour, ...Behaviour[]]): void;
  /** From now on no relay has this round. */
  withhold(round: number): void;
  /** Numbers of the rounds that relays were asked for, in order of arrival. */
  readonly asked: readonly number[];
  stop(): Promise<void>;
}

/** A beacon behind HTTP relays. They have a round from its time on by `clock`, and answer 404 before. */
export async function startTestBeacon(clock: Pick<Clock, 'now'>, relayCount = 1): Promise<TestBeacon> {
  const asked: number[] = [];
  const withheld = new Set<number>();
  let behaviours: Behaviour[] = ['honest'];
  const server = createServer((request, response) => {
    const [, relay, hash, , number] = (request.url ?? '').split('/');
    const round = Number(number);
    asked.push(round);
    const behaviour = behaviours[Number(relay)] ?? behaviours.at(-1) ?? 'honest';
    const due = hash === testChain.hash && timeOfRound(testChain, round) <= clock.now() && !withheld.has(round);
    answer(response, behaviour, due ? round : null);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    chain: testChain,
    relays: Array.from({ length: relayCount }, (_, relay) => `http://127.0.0.1:${port}/${relay}`),
    behave: (...next) => (behaviours = next),
    withhold: (round) => void withheld.add(round),
    asked,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response: ServerResponse, behaviour: Behaviour, round: number | null): void {
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (behaviour === 'silent') return;
  if (behaviour === 'redirecting') return void response.writeHead(302, { location: '/elsewhere' }).end();
  if (behaviour === 'failing') return void send(500, {});
  if (round === null) return void send(404, {});
  if (behaviour === 'lying') return void send(200, { round, signature: signatureOf(round - 1) });
  if (behaviour === 'out of order') return void send(200, { round: round - 1, signature: signatureOf(round - 1) });
  if (behaviour === 'endless') return void send(200, { round, signature: signatureOf(round), more: 'x'.repeat(5_000) });
  send(200, { round, signature: signatureOf(round) });
}
