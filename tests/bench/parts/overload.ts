import underPressure from '@fastify/under-pressure';
import { fastify, type FastifyInstance } from 'fastify';
import { rejectWhenOverloaded } from '../../../server/http/overload.ts';
import { median } from '../measure.ts';
import type { Bench } from '../part.ts';
import { type Finding, measured } from '../report.ts';

const LIMIT_MS = 400;
const TICK_MS = 200;
/** Calm before a stall, so that it begins in the middle of an interval. */
const CALM_MS = 700;

const guards = {
  ours: (app: FastifyInstance) => rejectWhenOverloaded(app, { tickMs: TICK_MS, maxLateMs: LIMIT_MS }),
  '@fastify/under-pressure': (app: FastifyInstance) =>
    void app.register(underPressure, { maxEventLoopDelay: LIMIT_MS, sampleInterval: TICK_MS }),
};

/**
 * Whether a request right after a stall of the event loop is rejected: it should be after one above the limit, and
 * should not after a short one, also at the start.
 */
export async function overload(bench: Bench): Promise<Finding[]> {
  bench.say('the overload guard');
  const findings: Finding[] = [];
  for (const [name, guard] of Object.entries(guards)) {
    const rejected = async (calmMs: number, stallMs: number) => {
      const answers: number[] = [];
      for (let at = 0; at < bench.repetitions; at += 1) answers.push(await answerAfter(guard, calmMs, stallMs));
      return median(answers);
    };
    findings.push(
      measured(`overload: status after a stall twice the limit: ${name}`, await rejected(CALM_MS, 2 * LIMIT_MS), ''),
      measured(
        `overload: status after a start that takes half the limit: ${name}`,
        await rejected(0, LIMIT_MS / 2),
        '',
      ),
    );
  }
  return findings;
}

/** The status of a request right after a stall. */
async function answerAfter(guard: (app: FastifyInstance) => void, calmMs: number, stallMs: number): Promise<number> {
  const app: FastifyInstance = fastify();
  guard(app);
  app.get('/', () => 'here');
  await app.ready();
  await pause(calmMs);
  const until = performance.now() + stallMs;
  while (performance.now() < until);
  // The guards notice in their timers.
  await pause(TICK_MS / 4);
  const { statusCode } = await app.inject('/');
  await app.close();
  return statusCode;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
