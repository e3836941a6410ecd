import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { OutboundClient } from '../outbound/client.ts';
import { type BeaconChain, isSignatureOf, randomnessOf } from './chain.ts';

/** A relay's answer takes some 100 ms; past this it counts as silent. */
const ANSWER_TIMEOUT_MS = 2_000;
const MAX_SILENCE_MS = 1_000;
/** An answer has about 200 bytes. */
const MAX_ANSWER_BYTES = 4_096;
/** A relay has a round some 100 ms after the round's time, often later: retries begin soon and become rare. */
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 3_000;

/** A verified round of the beacon. */
export interface BeaconRound {
  /** Base address of the relay that gave it. */
  relay: string;
  round: number;
  /** 48 bytes. */
  signature: Buffer;
  /** 32 bytes. */
  randomness: Buffer;
}

export interface RelayOptions {
  chain: BeaconChain;
  /** Base addresses of HTTP relays of drand. */
  relays: readonly string[];
  clock: Clock;
  outbound: OutboundClient;
  /** Receives what is wrong with a relay's answer. */
  onFailure?: (relay: string, error: unknown) => void;
}

/**
 * Fetches a round from all relays at once, each retried on its own, and resolves with the first answer whose signature
 * verifies; relays are never believed. Null when none came before `deadline` (milliseconds since 1970) or the signal.
 */
export async function fetchRound(
  options: RelayOptions,
  round: number,
  { deadline, signal }: { deadline: number; signal?: AbortSignal },
): Promise<BeaconRound | null> {
  const over = new AbortController();
  const end = () => over.abort();
  const cancelDeadline = options.clock.at(deadline, end);
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    return await Promise.any(options.relays.map((relay) => retryRelay(options, relay, round, over.signal)));
  } catch {
    return null;
  } finally {
    cancelDeadline();
    signal?.removeEventListener('abort', end);
    end();
  }
}

/** Rejects once `over` is aborted. */
async function retryRelay(
  options: RelayOptions,
  relay: string,
  round: number,
  over: AbortSignal,
): Promise<BeaconRound> {
  for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(delayMs * 1.5, MAX_RETRY_MS)) {
    over.throwIfAborted();
    try {
      return await askRelay(options, relay, round, over);
    } catch (error) {
      over.throwIfAborted();
      options.onFailure?.(relay, error);
    }
    await delay(options.clock, delayMs, over);
  }
}

const answerForm = z.object({ round: z.number(), signature: z.string().regex(/^[0-9a-f]{96}$/) });

async function askRelay(
  { chain, outbound }: RelayOptions,
  relay: string,
  round: number,
  over: AbortSignal,
): Promise<BeaconRound> {
  const { status, text } = await outbound.request({
    url: `${relay}/${chain.hash}/public/${round}`,
    // The signature is verified.
    allowHttp: true,
    headers: { accept: 'application/json' },
    maxBodyBytes: MAX_ANSWER_BYTES,
    totalMs: ANSWER_TIMEOUT_MS,
    silenceMs: MAX_SILENCE_MS,
    signal: over,
  });
  if (status < 200 || status > 299) throw new Error(`the relay answered ${status}`);
  const answer = answerForm.parse(JSON.parse(text));
  const signature = Buffer.from(answer.signature, 'hex');
  if (answer.round !== round) throw new Error(`the relay answered with round ${answer.round}`);
  if (!isSignatureOf(chain, round, signature)) throw new Error('the signature does not verify');
  return { relay, round, signature, randomness: randomnessOf(signature) };
}

/** Rejects as soon as `signal` is aborted. */
function delay(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      reject(new Error('aborted'));
    };
    const cancel = clock.at(clock.now() + ms, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}
