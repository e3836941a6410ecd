import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  GraphQLString,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenAdmin, givenPlayer, type Person } from '../support/world/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Texts that no user types: Postgres rejects NUL, and a lone surrogate is no character. */
const odd = { NUL: 'a\u0000b', 'a lone surrogate': '\ud800', 'a very long text': 'x'.repeat(100_000) };
/** These end the session, which the other operations need. */
const LAST = new Set(['logout', 'changePassword', 'deactivateUser']);

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ name }) => !LAST.has(name));

let server: TestServer;
let people: Record<'nobody' | 'player' | 'admin', Person['accessToken'] | undefined>;
/** Ids and names that exist, so that a call passes validation. */
let known: Record<string, unknown>;

beforeAll(async () => {
  server = await startTestServer();
  const player = await givenPlayer(server, { rupees: 1_000 });
  const { activeContest } = await server.execute('{ activeContest(gameType: SAPRE_THREE) { gameId } }');
  const { viewer } = await player.execute('{ viewer { payee(channel: UPI) { id } } }');
  people = { nobody: undefined, player: player.accessToken, admin: (await givenAdmin(server)).accessToken };
  known = {
    gameId: activeContest.gameId,
    payeeId: viewer.payee.id,
    userId: player.id,
    email: player.email,
    amount: '1.00',
    upiId: 'asha@okbank',
    reference: 'ABCD1234',
    accountNumber: '123456789',
    ifscCode: 'HDFC0001234',
    number: 1,
  };
});
afterAll(() => server.stop());

/** A plausible value of this type. */
function usual(name: string, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return usual(name, type.ofType);
  if (isListType(type)) return [];
  if (name in known) return known[name];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) return usualFields(Object.values(type.getFields()));
  return { Boolean: true, Int: 1, Money: '1.00', DateTime: '2026-11-20T00:00:00Z' }[type.name] ?? 'hello';
}

function usualFields(fields: readonly Pick<GraphQLArgument, 'name' | 'type'>[]): Record<string, unknown> {
  const needed = fields.filter(({ type }) => isNonNullType(type));
  // Of alternatives (a selection's number or colour) the first.
  const given = needed.length > 0 ? needed : fields.slice(0, 1);
  return Object.fromEntries(given.map(({ name, type }) => [name, usual(name, type)]));
}

/** Sends it as every kind of user; the codes of all top-level errors. */
async function codesOf(query: string, variables: object): Promise<string[]> {
  const codes: string[] = [];
  for (const token of Object.values(people)) {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    });
    const { errors = [] } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    codes.push(...errors.map(({ extensions }) => extensions.code));
  }
  return codes;
}

const isText = ({ type }: { type: GraphQLInputType }) => getNamedType(type) === GraphQLString;

describe.each(Object.entries(odd))('%s', (_what, text) => {
  it.each(mutations.filter(({ args }) => args.length > 0).map((field) => [field.name, field] as const))(
    'is no accident in what %s takes',
    async (name, { args: [input] }) => {
      const type = input && getNamedType(input.type);
      if (!isInputObjectType(type)) throw new Error(`${name} takes no input`);
      const fields = Object.values(type.getFields());
      for (const field of fields.filter(isText)) {
        const query = `mutation ($input: ${type.name}!) { ${name}(input: $input) { __typename } }`;
        const codes = await codesOf(query, { input: { ...usualFields(fields), [field.name]: text } });
        expect(codes, field.name).not.toContain('INTERNAL_SERVER_ERROR');
      }
    },
  );

  const readers = ['Query', 'Viewer', 'Admin'].flatMap((parent) => {
    const type = schema.getType(parent);
    const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
    return fields
      .filter(({ args }) => args.some(isText))
      .map((field) => [`${parent}.${field.name}`, parent, field] as const);
  });
  it.each(readers)('is no accident in what %s takes', async (_name, parent, field) => {
    for (const wrong of field.args.filter(isText)) {
      const args = field.args.filter((arg) => arg === wrong || isNonNullType(arg.type));
      const variables = Object.fromEntries(
        args.map((arg) => [arg.name, arg === wrong ? text : usual(arg.name, arg.type)]),
      );
      const codes = await codesOf(reading(parent, field, args), variables);
      expect(codes, wrong.name).not.toContain('INTERNAL_SERVER_ERROR');
    }
  });
});

function reading(parent: string, field: GraphQLField<unknown, unknown>, args: readonly GraphQLArgument[]): string {
  const type = getNamedType(field.type);
  const selection = !isObjectType(type) ? '' : 'edges' in type.getFields() ? '{ edges { cursor } }' : '{ __typename }';
  const call = `${field.name}(${args.map(({ name }) => `${name}: $${name}`).join()}) ${selection}`;
  const body = parent === 'Query' ? call : `${parent.toLowerCase()} { ${call} }`;
  return `query (${args.map(({ name, type: of }) => `$${name}: ${String(of)}`).join()}) { ${body} }`;
}
