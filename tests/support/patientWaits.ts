import { vi } from 'vitest';

/** Patience, not an expectation: Vitest's default of one second is short for a machine under load. */
const TIMEOUT_MS = 20_000;

const original = Symbol('the function that has one second');

type Wait = typeof vi.waitFor & { [original]?: true };

/** `vi.waitFor` and `vi.waitUntil` wait as long as `expect.poll`, unless a call gives its own timeout. */
for (const name of ['waitFor', 'waitUntil'] as const) {
  // The files that a worker runs share `vi`.
  if ((vi[name] as Wait)[original]) continue;
  const wait = vi[name] as Wait;
  const patient: Wait = (callback, options) =>
    wait(callback, typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options });
  patient[original] = true;
  vi[name] = patient as never;
}
