import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Output } from './outputs.ts';

/** Timeout for the rest of a program's output, whose pipe a process left behind may hold open. */
const LAST_WORDS_MS = 2_000;

/**
 * Runs a program of the project's packages; its output goes to `output`. Forwards termination signals. Resolves to
 * whether it succeeded.
 */
export async function runTool(
  output: Output,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const isColoured = process.stdout.isTTY && !process.env['NO_COLOR'];
  const child = spawn(join('node_modules/.bin', command), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(isColoured && { FORCE_COLOR: '1' }), ...env },
    shell: process.platform === 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.write(text));
  }
  const closed = once(child, 'close');
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', passOn).off('SIGTERM', passOn);
  await Promise.race([closed, delay(LAST_WORDS_MS, undefined, { ref: false })]);
  return code === 0;
}
