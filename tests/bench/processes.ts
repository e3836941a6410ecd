import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadMessage, LoadOrder } from './loadClient.ts';
import type { Load } from './measure.ts';
import { processCpuMicroseconds } from './server.ts';

/** A program of the bench in a process of its own. */
export interface OwnProcess {
  /** Its first message. */
  ready: { url: string };
  cpuMicroseconds(): number;
  /** Sends a message and returns the answer; one at a time. */
  ask<Answer>(message: object | string): Promise<Answer>;
  stop(): Promise<void>;
}

const RUN = fileURLToPath(new URL('../../server/build/run.mjs', import.meta.url));
/** Processes of the bench run as the server does in production. */
const asInProduction = {
  execArgv: ['--expose-gc', '--max-semi-space-size=64'],
  env: { ...process.env, NODE_ENV: 'production' },
};

/**
 * Starts `file` (beside this one), hands it `setup` as its argument, and waits for its first message. With `core` it runs on
 * that one alone, where the system can pin it.
 */
export async function startProcess(file: string, setup: object, { core }: { core?: number } = {}): Promise<OwnProcess> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(RUN, [path, JSON.stringify(setup)], asInProduction);
  if (core !== undefined) pin(child.pid ?? 0, core);
  let answered: (firstMessage: unknown) => void = () => {};
  let failed: (error: Error) => void = () => {};
  const answer = () =>
    new Promise<unknown>((resolve, reject) => {
      answered = resolve;
      failed = reject;
    });
  child.on('message', (firstMessage) => answered(firstMessage));
  child.on('exit', (status) => failed(new Error(`${file} ended with ${status}`)));
  const ready = (await answer()) as { url: string };
  const { pid = 0 } = child;
  return {
    ready,
    cpuMicroseconds: () => processCpuMicroseconds(pid),
    ask: async <Answer>(question: object | string) => {
      const firstMessage = answer();
      child.send(question);
      return (await firstMessage) as Answer;
    },
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

/** Pins a process, with the threads it has and those it will start, to one core, counted from 0. Does so on Linux alone. */
export function pin(pid: number, core: number): void {
  if (process.platform !== 'linux') return;
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], { stdio: 'ignore' });
}

/** Runs the load generator. `onWarm` is called when measuring begins. */
export function generateLoad(order: LoadOrder, onWarm: () => void = () => {}): Promise<Load> {
  const generator = fork(RUN, [fileURLToPath(new URL('./loadClient.ts', import.meta.url))], asInProduction);
  generator.send(order);
  return new Promise<Load>((resolve, reject) => {
    generator.on('message', (message: LoadMessage) => {
      if (message.phase === 'warm') onWarm();
      if (message.phase === 'done') resolve(message.load);
      if (message.phase === 'failed') reject(new Error(message.reason));
    });
    generator.once('exit', () => reject(new Error('the load generator ended early')));
  });
}
