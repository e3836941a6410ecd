/**
 * The peer of the end-to-end parts, in a process of its own: GraphQL Yoga in Fastify as in Yoga's documentation, the
 * token verified with each request, and a bet in an interactive transaction through the ORM.
 */
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { type DatabaseAddress, openDatabase } from '../../db/client.ts';
import { formatRupees, parseRupees } from '../../server/domain/ground/values/money.ts';
import { Tokens } from '../../server/platform/tokens.ts';
import { betThroughOrm } from './ormBet.ts';

export interface UsualServerSetup {
  address: DatabaseAddress;
  tokenSecret: string;
  /** Contest ids by name. */
  contests: Record<string, string>;
  /** The current instant in milliseconds: the bench's clock is stopped. */
  now: number;
}

interface Context {
  req: FastifyRequest;
  reply: FastifyReply;
}

interface PlaceBetInput {
  gameId: string;
  selection: { number: number };
  amount: string;
}

const setup = JSON.parse(process.argv[2] ?? '') as UsualServerSetup;
const { db } = openDatabase(setup.address, { max: 20 });
const tokens = new Tokens(Buffer.from(setup.tokenSecret));
const now = new Date(setup.now);

const schema = createSchema<Context>({
  typeDefs: /* GraphQL */ `
    type Query {
      hello: String
    }
    type Bet {
      id: ID!
      amount: String!
    }
    type Wallet {
      available: String!
    }
    type PlaceBetPayload {
      bet: Bet!
      wallet: Wallet!
    }
    input SelectionInput {
      number: Int
    }
    input PlaceBetInput {
      gameId: String!
      selection: SelectionInput!
      amount: String!
      idempotencyKey: String
    }
    type Mutation {
      placeBet(input: PlaceBetInput!): PlaceBetPayload!
    }
  `,
  resolvers: {
    Mutation: {
      async placeBet(_root: unknown, { input }: { input: PlaceBetInput }, { req }: Context) {
        const claims = tokens.readAccess(req.headers.authorization?.slice('Bearer '.length) ?? '', now);
        if (!claims) throw new GraphQLError('Please log in.');
        const amount = parseRupees(input.amount);
        const contestId = BigInt(setup.contests[input.gameId] ?? 0);
        const bet = { playerId: claims.userId, contestId, selection: input.selection.number, amount };
        const { id, balanceAfter } = await betThroughOrm(db, bet, now);
        return {
          bet: { id: String(id), amount: formatRupees(amount) },
          wallet: { available: formatRupees(balanceAfter) },
        };
      },
    },
  },
});

const app = Fastify();
const yoga = createYoga<Context>({ schema, logging: false });
app.route({
  url: yoga.graphqlEndpoint,
  method: ['GET', 'POST', 'OPTIONS'],
  handler: (req, reply) => yoga.handleNodeRequestAndResponse(req, reply, { req, reply }),
});
app.addContentTypeParser('multipart/form-data', {}, (_request, _payload, done) => done(null));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
