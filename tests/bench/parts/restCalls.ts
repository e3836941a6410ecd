import { fastify, type FastifyError, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerError } from '../../../server/rest/answerError.ts';
import { betType, betValue, decode, rupees, text } from '../../../server/rest/decode.ts';
import type { Bench } from '../part.ts';
import { type Finding, stated } from '../report.ts';
import { compare, cpuEach } from './compare.ts';

const REQUESTS = 2_000;
const PATH = '/sapre/placeBet';
const body = z.object({ gameId: text, amount: rupees, betType, betValue });
const answer = z.object({ success: z.literal(true), bet: body, balance: z.number() });
const bet = { gameId: '20261120100010001', amount: 10, betType: 'color', betValue: 'blue' };
const answered = { success: true as const, bet, balance: 1_479.5 };

/** An injected REST call, and what it answers to wrong input: the words are the contract of existing clients. */
export async function restCalls(bench: Bench): Promise<Finding[]> {
  const apps = { ours: ours(), theirs: typeProvider() };
  const calls = (app: FastifyInstance) => () =>
    cpuEach(REQUESTS, async () => {
      for (let at = 0; at < REQUESTS; at += 1) await inject(app, bet);
    });
  const costs = await compare(bench, {
    what: 'an injected REST call, decoded and encoded',
    library: 'fastify-type-provider-zod',
    unit: 'µs',
    ours: calls(apps.ours),
    theirs: calls(apps.theirs),
  });
  const words = async (app: FastifyInstance) => (await inject(app, { ...bet, amount: 'ten' })).body;
  return [
    ...costs,
    stated('the answer to a wrong amount: ours', await words(apps.ours)),
    stated('the answer to a wrong amount: fastify-type-provider-zod', await words(apps.theirs)),
  ];
}

function inject(app: FastifyInstance, payload: object) {
  return app.inject({ method: 'POST', url: PATH, payload });
}

/** As in rest/plugin.ts. */
function ours(): FastifyInstance {
  const app = fastify();
  app.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply, () => {}));
  app.post(PATH, (request) => {
    decode(body, request.body);
    return answered;
  });
  return app;
}

function typeProvider(): FastifyInstance {
  const app = fastify().withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.post(PATH, { schema: { body, response: { 200: answer } } }, () => answered);
  return app;
}
