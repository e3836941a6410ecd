import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../server/graphql/schema.ts';
import { givenAdmin, givenPlayer, type Person } from '../support/world/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

type Who = 'nobody' | 'player' | 'admin';
type Audience = 'everybody' | 'members' | 'players' | 'admins';

const welcome: Record<Audience, readonly Who[]> = {
  everybody: ['nobody', 'player', 'admin'],
  members: ['player', 'admin'],
  players: ['player'],
  admins: ['admin'],
};

/** Permissions (server/domain/README.md#who-may-do-what); a mutation that is missing here fails the test. */
const mutations: Record<string, Audience> = {
  register: 'everybody',
  login: 'everybody',
  requestPasswordReset: 'everybody',
  verifyResetLink: 'everybody',
  resetPassword: 'everybody',
  requestSignInLink: 'everybody',
  signInWithLink: 'everybody',
  withdrawExcluded: 'everybody',
  changePassword: 'members',
  updateProfile: 'members',
  createDownloadLink: 'members',
  sendTicketMessage: 'members',
  markNotificationsRead: 'members',
  placeBet: 'players',
  cancelBets: 'players',
  requestDeposit: 'players',
  requestWithdrawal: 'players',
  cancelWithdrawal: 'players',
  claimPlayCredit: 'players',
  setPlayLimit: 'players',
  startTimeOut: 'players',
  setRealityCheck: 'players',
  answerRealityCheck: 'players',
  excludeMyself: 'players',
  closeAccount: 'players',
  raiseTicket: 'players',
  submitFeedback: 'players',
  decideTransaction: 'admins',
  approveDeposits: 'admins',
  claimTransaction: 'admins',
  releaseTransaction: 'admins',
  saveFilter: 'admins',
  deleteFilter: 'admins',
  setRandomize: 'admins',
  setProfitabilityLevel: 'admins',
  overrideContest: 'admins',
  addUpiPayee: 'admins',
  addBankPayee: 'admins',
  setPayeeActive: 'admins',
  removePayee: 'admins',
  registerAdmin: 'admins',
  deactivateUser: 'admins',
  reactivateUser: 'admins',
  startSecondFactor: 'members',
  confirmSecondFactor: 'members',
  renewRecoveryCodes: 'members',
  disableSecondFactor: 'members',
  resetSecondFactor: 'admins',
  resolveTicket: 'admins',
};

/** Their own tokens decide, independent of the session. */
const byTheirTokens = ['renewSession', 'logout'];

const viewerFields: Record<string, Audience> = {
  user: 'members',
  wallet: 'members',
  admin: 'members',
  notifications: 'members',
  unreadNotificationCount: 'members',
  activeGames: 'players',
  betsIn: 'players',
  bets: 'players',
  contestResults: 'players',
  walletHistory: 'players',
  statement: 'players',
  balanceByDay: 'players',
  playDays: 'players',
  betsBySelection: 'players',
  transactions: 'players',
  pendingWithdrawals: 'players',
  playCredit: 'players',
  playSafety: 'players',
  secondFactor: 'members',
  tickets: 'players',
  payee: 'players',
};

describe('who may do and see what', () => {
  let server: TestServer;
  let people: Record<Who, Person | undefined>;
  beforeAll(async () => {
    server = await startTestServer();
    people = { nobody: undefined, player: await givenPlayer(server, { rupees: 500 }), admin: await givenAdmin(server) };
  });
  afterAll(() => server.stop());

  async function send(who: Who, query: string, variables: Record<string, unknown> = {}) {
    const token = people[who]?.accessToken;
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as {
      // oxlint-disable-next-line typescript/no-explicit-any
      data?: any;
      errors?: { message: string; extensions: { code: string } }[];
    };
  }

  const refusals = ['UNAUTHENTICATED', 'FORBIDDEN'];

  describe('mutations', () => {
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {});

    it('are all in the table', () => {
      expect(fields.map(({ name }) => name).toSorted()).toEqual(
        [...Object.keys(mutations), ...byTheirTokens].toSorted(),
      );
    });

    it.each(Object.entries(mutations))('%s is for %s', async (name, audience) => {
      const field = fields.find((one) => one.name === name);
      if (!field) throw new Error(`no mutation ${name}`);
      for (const who of ['nobody', 'player', 'admin'] as const) {
        const { errors } = await send(who, `mutation { ${name}${someArguments(field)} { __typename } }`);
        const code = errors?.[0]?.extensions.code;
        if (welcome[audience].includes(who)) expect(refusals, `${name} as ${who}`).not.toContain(code);
        else expect(code, `${name} as ${who}`).toBe(who === 'nobody' ? 'UNAUTHENTICATED' : 'FORBIDDEN');
      }
    });
  });

  describe('the viewer', () => {
    const fields = Object.values(
      (schema.getType('Viewer') as { getFields?(): object }).getFields?.() ?? {},
    ) as GraphQLField<unknown, unknown>[];

    it('has only fields of the table', () => {
      expect(fields.map(({ name }) => name).toSorted()).toEqual(Object.keys(viewerFields).toSorted());
    });

    it('is null without a session', async () => {
      expect(await send('nobody', '{ viewer { user { name } } }')).toEqual({ data: { viewer: null } });
    });

    it.each(Object.entries(viewerFields))('%s is for %s', async (name, audience) => {
      const field = fields.find((one) => one.name === name);
      if (!field) throw new Error(`no field ${name}`);
      for (const who of ['player', 'admin'] as const) {
        const { errors } = await send(who, `{ viewer { ${name}${someArguments(field)} ${someSelection(field)} } }`);
        const code = errors?.[0]?.extensions.code;
        if (welcome[audience].includes(who)) expect(refusals, `${name} as ${who}`).not.toContain(code);
        else expect(code, `${name} as ${who}`).toBe('FORBIDDEN');
      }
    });

    it('shows the back office to admins only', async () => {
      expect((await send('player', '{ viewer { admin { pendingCount } } }')).data.viewer.admin).toBeNull();
      expect((await send('admin', '{ viewer { admin { pendingCount } } }')).data.viewer.admin.pendingCount).toBe(0);
    });

    it('every field of the back office answers admins', async () => {
      const admin = schema.getType('Admin');
      if (!isObjectType(admin)) throw new Error('no type Admin');
      for (const field of Object.values(admin.getFields())) {
        const query = `{ viewer { admin { ${field.name}${someArguments(field)} ${someSelection(field)} } } }`;
        expect((await send('admin', query)).errors, query).toBeUndefined();
      }
    });
  });

  describe('other people’s things', () => {
    let ids: Record<string, string>;
    beforeAll(async () => {
      const owner = await givenPlayer(server, { rupees: 500, name: 'Devi Nair' });
      const { activeContest } = await owner.execute('{ activeContest(gameType: SAPRE_THREE) { gameId } }');
      const { bet } = await owner.perform(
        'placeBet',
        { gameId: activeContest.gameId, selection: { number: 4 }, amount: '10' },
        'bet { id }',
      );
      const { transaction } = await owner.perform(
        'requestWithdrawal',
        { amount: '10', upiId: 'devi@upi' },
        'transaction { id }',
      );
      const png =
        'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
      const { ticket } = await owner.perform(
        'raiseTicket',
        { ticketType: 'UPI_PAYMENT_STUCK', description: 'Look at this.', document: png },
        'ticket { id document { id } }',
      );
      const { ticketMessage } = await owner.perform(
        'sendTicketMessage',
        { ticketId: ticket.id, message: 'Hello?' },
        'ticketMessage { id }',
      );
      const { viewer } = await owner.execute(
        '{ viewer { wallet { id } user { id } notifications { edges { node { id } } } } }',
      );
      const found = await server.execute('{ __typename }');
      expect(found['__typename']).toBe('Query');
      ids = {
        Bet: bet.id,
        Transaction: transaction.id,
        Ticket: ticket.id,
        TicketMessage: ticketMessage.id,
        Document: ticket.document.id,
        Wallet: viewer.wallet.id,
        Notification: viewer.notifications.edges[0].node.id,
        User: viewer.user.id,
      };
    });

    it.each(['Bet', 'Transaction', 'Ticket', 'TicketMessage', 'Document', 'Wallet', 'Notification'])(
      'a %s is not there for another player or for strangers',
      async (type) => {
        const query = 'query ($id: ID!) { node(id: $id) { __typename id } }';
        for (const who of ['player', 'nobody'] as const) {
          expect((await send(who, query, { id: ids[type] })).data.node, who).toBeNull();
        }
      },
    );

    it.each(['Bet', 'Transaction', 'Ticket', 'TicketMessage', 'Document', 'Wallet'])(
      'an admin sees a %s',
      async (type) => {
        const { data } = await send('admin', 'query ($id: ID!) { node(id: $id) { __typename id } }', { id: ids[type] });
        expect(data.node).toEqual({ __typename: type, id: ids[type] });
      },
    );

    it('a player’s email is theirs and the admins’', async () => {
      const query = 'query ($id: ID!) { node(id: $id) { ... on User { name email } } }';
      expect((await send('player', query, { id: ids['User'] })).data.node).toEqual({ name: 'Devi Nair', email: null });
      expect((await send('admin', query, { id: ids['User'] })).data.node.email).toMatch(/@/);
      expect((await send('nobody', query, { id: ids['User'] })).data.node).toBeNull();
    });

    it('no user can write into, read the chat of, or cancel what is another’s', async () => {
      const { data, errors } = await send(
        'player',
        `mutation ($ticket: ID!, $transaction: ID!) {
          sendTicketMessage(input: { ticketId: $ticket, message: "Hi" }) { ... on Refusal { code } }
          cancelWithdrawal(input: { transactionId: $transaction }) { ... on Refusal { code } }
        }`,
        { ticket: ids['Ticket'], transaction: ids['Transaction'] },
      );
      expect(errors).toBeUndefined();
      expect(data).toEqual({ sendTicketMessage: { code: 'NOT_FOUND' }, cancelWithdrawal: { code: 'NOT_FOUND' } });
    });

    it('accounts are for admins', async () => {
      const { data: member } = await send(
        'admin',
        '{ viewer { admin { members(userType: PLAYER) { edges { node { id } } } } } }',
      );
      const { id } = member.viewer.admin.members.edges[0].node;
      const query = 'query ($id: ID!) { node(id: $id) { ... on Member { status } } }';
      expect((await send('admin', query, { id })).data.node).toEqual({ status: 'ACTIVE' });
      const refused = await send('player', query, { id });
      expect([refused.data.node, refused.errors?.[0]?.extensions.code]).toEqual([null, 'FORBIDDEN']);
    });
  });

  it('figures of a contest and of a transaction are for admins', async () => {
    await people.player?.perform('requestWithdrawal', { amount: '10', upiId: 'asha@upi' }, 'transaction { id }');
    server.clock.advance(180_000);
    await server.contestClock.idle();
    people = { ...people };
    const query = `{
      contests(gameType: SAPRE_HALF, first: 1) { edges { node { state totalPayouts profit overrideNumber stakesBySelection { stakes } } } }
      viewer { pendingWithdrawals { decidedBy { name } payeeActive duplicates { id } playerHistory { available } } }
    }`;
    const { data } = await send('player', query);
    expect(data.contests.edges[0].node).toEqual({
      state: 'SETTLED',
      totalPayouts: null,
      profit: null,
      overrideNumber: null,
      stakesBySelection: null,
    });
    expect(data.viewer.pendingWithdrawals[0]).toEqual({
      decidedBy: null,
      payeeActive: null,
      duplicates: null,
      playerHistory: null,
    });
    const figures = await send(
      'admin',
      '{ contests(gameType: SAPRE_HALF, first: 1) { edges { node { totalPayouts profit stakesBySelection { stakes } } } } }',
    );
    expect(figures.data.contests.edges[0].node).toMatchObject({ totalPayouts: '0.00', profit: '0.00' });
    expect(figures.data.contests.edges[0].node.stakesBySelection).toHaveLength(13);
  });
});

/** Arguments that match a field's types, with arbitrary values. */
function someArguments({ args }: GraphQLField<unknown, unknown>): string {
  const needed = args.filter(({ type }) => isNonNullType(type));
  return needed.length === 0 ? '' : `(${needed.map(({ name, type }) => `${name}: ${someValue(type)}`).join(', ')})`;
}

function someValue(type: GraphQLInputType): string {
  if (isNonNullType(type)) return someValue(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const given = type.isOneOf ? fields.slice(0, 1) : fields.filter((field) => isNonNullType(field.type));
    return `{ ${given.map((field) => `${field.name}: ${someValue(field.type)}`).join(', ')} }`;
  }
  const values: Record<string, string> = {
    Int: '1',
    Boolean: 'true',
    Money: '"1"',
    DateTime: '"2026-11-20T00:00:00Z"',
  };
  return values[type.name] ?? '"nothing"';
}

/** The smallest selection of a field. */
function someSelection({ type }: GraphQLField<unknown, unknown>): string {
  return 'getFields' in getNamedType(type) || 'getTypes' in getNamedType(type) ? '{ __typename }' : '';
}
