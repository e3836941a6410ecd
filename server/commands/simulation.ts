import { setMaxListeners } from 'node:events';
import type { DomainConfig } from '../domain/ground/verbs/context.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { Api } from '../load/api.ts';

/** Why simulated players are refused; null where they aren't. */
export function simulationObstacle({ moneyMode }: Pick<DomainConfig, 'moneyMode'>): string | null {
  return moneyMode === 'play' ? null : 'Players are simulated with play money only: MONEY_MODE is real.';
}

/** A number that the command line gives. Throws, naming the option, when it is none or out of bounds. */
export function numberBetween(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most))
    throw new Error(`--${option} takes ${least} to ${most}.`);
  return value;
}

/** The running server: that of this machine's settings, unless another URL is given. Throws when it doesn't answer. */
export async function targetApi(url: string | undefined): Promise<Api> {
  const api = new Api(targetUrl(url));
  await api.query('{ serverTime }').catch((error: unknown) => {
    throw new Error(`Start the server first: ${String(error)}`);
  });
  return api;
}

function targetUrl(given: string | undefined): string {
  if (given !== undefined) return new URL(given).origin;
  const { host, port } = configFromEnvironment();
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Aborted by Ctrl+C or SIGTERM; a second one ends the process at once. */
export function endOnSignals(): AbortSignal {
  const over = new AbortController();
  // Each waiting player has a listener on it.
  setMaxListeners(0, over.signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (over.signal.aborted) process.exit(1);
      over.abort();
    });
  }
  return over.signal;
}
