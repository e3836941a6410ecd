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
import { adminRoles } from '../../server/domain/ground/actors/adminRoles.ts';
import type { Actor } from '../../server/domain/ground/verbs/context.ts';
import { actions, allows } from '../../server/domain/ground/actors/permissions.ts';
import type { Verb } from '../../server/domain/ground/verbs/verb.ts';
import { adminActions } from '../../server/graphql/schema/adminRole.ts';
import { schema } from '../../server/graphql/schema/schema.ts';
import { operations } from '../../server/rest/operations.ts';
import { adminAccess } from '../../web/features/admin/adminAccess.ts';
import { listenAt } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { webQueries } from '../support/webQueries.ts';
import { givenAdmin, givenAnotherAdmin, givenPlayer, type Person } from '../support/world/people.ts';

/** Callers: anonymous (`nobody`), a player, an admin without any role, and an admin of each role alone. */
const callers = ['nobody', 'player', 'roleless', ...adminRoles] as const;
type Who = (typeof callers)[number];

const everyAdmin = ['roleless', ...adminRoles] as const;
const auditor = ['AUDITOR'] as const;
const audiences = {
  everybody: callers,
  members: ['player', ...everyAdmin],
  players: ['player'],
  everyAdmin,
  owners: ['OWNER'],
  finance: ['OWNER', 'FINANCE'],
  support: ['OWNER', 'SUPPORT'],
  game: ['OWNER', 'GAME'],
  financeAndGame: ['OWNER', 'FINANCE', 'GAME'],
  financeAndGameRead: ['OWNER', 'FINANCE', 'GAME', ...auditor],
  everyRoleButAuditor: ['OWNER', 'FINANCE', 'SUPPORT', 'GAME'],
  supportAndTeams: ['OWNER', 'FINANCE', 'SUPPORT', 'GAME'],
  everyRole: adminRoles,
  playersSupportAndTeams: ['player', 'OWNER', 'FINANCE', 'SUPPORT', 'GAME'],
  ownersRead: ['OWNER', ...auditor],
  financeReads: ['OWNER', 'FINANCE', ...auditor],
  supportReads: ['OWNER', 'SUPPORT', ...auditor],
  gameReads: ['OWNER', 'GAME', ...auditor],
  financeAndSupport: ['OWNER', 'FINANCE', 'SUPPORT'],
  financeAndSupportRead: ['OWNER', 'FINANCE', 'SUPPORT', ...auditor],
  playersAndEveryRole: ['player', ...adminRoles],
  playersAndFinanceReads: ['player', 'OWNER', 'FINANCE', ...auditor],
} as const satisfies Record<string, readonly Who[]>;
type Audience = keyof typeof audiences;

function isWelcome(audience: Audience, who: Who): boolean {
  const welcome: readonly Who[] = audiences[audience];
  return welcome.includes(who);
}

/** The actor that the permission table is asked about. */
function actorOf(who: Who): Actor {
  if (who === 'nobody') return { kind: 'anonymous' };
  const session = { userId: 1n, sessionId: 1n };
  if (who === 'player') return { kind: 'player', ...session };
  return { kind: 'admin', roles: who === 'roleless' ? [] : [who], ...session };
}

/** Permissions (server/domain/ground/README.md#who-may-do-what); a mutation that is missing here fails the test. */
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
  sendTicketMessage: 'playersSupportAndTeams',
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
  decideTransaction: 'finance',
  approveDeposits: 'finance',
  approveWithdrawals: 'finance',
  recordPayout: 'finance',
  withdrawApproval: 'finance',
  returnPayout: 'finance',
  denyTransactions: 'finance',
  reopenDeposit: 'finance',
  creditStatementLine: 'finance',
  correctBalance: 'finance',
  confirmProposal: 'financeAndGame',
  declineProposal: 'financeAndGame',
  setSecondAdminThreshold: 'owners',
  decideSignal: 'finance',
  flagSignalPlayers: 'finance',
  freezeSignalPlayers: 'finance',
  freezePayouts: 'finance',
  extendPayoutFreeze: 'finance',
  endPayoutFreeze: 'finance',
  blockPayoutAccount: 'finance',
  liftPayoutBlock: 'finance',
  savePayoutLayout: 'finance',
  makePayoutBatch: 'finance',
  releasePayoutBatch: 'finance',
  takePayoutBatch: 'finance',
  setPayoutsNotSent: 'finance',
  readPayoutAnswer: 'finance',
  recordBatchPayouts: 'finance',
  acknowledgeAlert: 'everyRoleButAuditor',
  setAlertThreshold: 'owners',
  setSmallestWithdrawal: 'owners',
  chooseDailyReport: 'financeReads',
  settleSetupStep: 'owners',
  claimTransaction: 'finance',
  releaseTransaction: 'finance',
  saveFilter: 'financeReads',
  deleteFilter: 'financeReads',
  setRandomize: 'game',
  setProfitabilityLevel: 'game',
  overrideContest: 'game',
  voidContest: 'game',
  announceVoid: 'owners',
  stopVoid: 'owners',
  voidWaitingContest: 'owners',
  setGameLimits: 'owners',
  pause: 'game',
  resume: 'game',
  announce: 'game',
  endAnnouncement: 'game',
  addUpiPayee: 'finance',
  addBankPayee: 'finance',
  setPayeeActive: 'finance',
  removePayee: 'finance',
  showPayee: 'finance',
  previewStatement: 'finance',
  importStatement: 'finance',
  matchStatements: 'finance',
  confirmStatementLines: 'finance',
  matchStatementLine: 'finance',
  setAsideStatementLines: 'finance',
  reopenStatementLine: 'finance',
  closeStatementDay: 'finance',
  registerAdmin: 'owners',
  setAdminRoles: 'owners',
  deactivateUser: 'support',
  reactivateUser: 'support',
  startSecondFactor: 'members',
  confirmSecondFactor: 'members',
  renewRecoveryCodes: 'members',
  disableSecondFactor: 'members',
  resetSecondFactor: 'owners',
  endSession: 'members',
  endOtherSessions: 'members',
  endMemberSessions: 'owners',
  sendResetLink: 'support',
  addPlayerNote: 'financeAndSupport',
  setPlayerFlag: 'financeAndSupport',
  resolveTicket: 'support',
  markTicketRead: 'support',
  assignTicket: 'support',
  addTicketNote: 'everyRoleButAuditor',
  handOverTicket: 'support',
  handBackTicket: 'everyRoleButAuditor',
  addCannedAnswer: 'support',
  changeCannedAnswer: 'support',
  removeCannedAnswer: 'support',
};

/** The back office; a field that is missing here fails the test. */
const adminFields: Record<string, Audience> = {
  roles: 'everyAdmin',
  may: 'everyAdmin',
  passwordMailed: 'everyAdmin',
  settings: 'everyAdmin',
  pendingByAge: 'everyAdmin',
  activePlayerStats: 'everyAdmin',
  profitStats: 'everyAdmin',
  profitSeries: 'everyAdmin',
  drawStats: 'everyAdmin',
  // Null for those who may not read the money.
  moneyFigures: 'everyAdmin',
  liabilities: 'everyAdmin',
  playerWeeks: 'everyAdmin',
  latestAudit: 'everyAdmin',
  auditHead: 'everyAdmin',
  statementBanks: 'financeReads',
  statementLines: 'financeReads',
  statementCounts: 'financeReads',
  statementDays: 'financeReads',
  secondAdminThresholds: 'everyAdmin',
  endedProposals: 'financeAndGameRead',
  openProposals: 'financeAndGameRead',
  openProposalCount: 'financeAndGameRead',
  alerts: 'everyAdmin',
  newAlertCount: 'everyAdmin',
  alertThresholds: 'everyAdmin',
  // Null for those who may not read the money.
  getsDailyReport: 'everyAdmin',
  owedStatement: 'everyAdmin',
  decisionTimes: 'everyAdmin',
  dailyReports: 'financeReads',
  // Null for those who are neither owners nor auditors.
  setup: 'everyAdmin',
  signals: 'financeAndSupportRead',
  simulatedPlayers: 'everyAdmin',
  likelySignalCount: 'financeAndSupportRead',
  payoutFreezes: 'financeReads',
  blockedPayoutAccounts: 'financeReads',
  payoutBanks: 'financeReads',
  payoutBatches: 'financeReads',
  transactions: 'financeReads',
  unclaimedLines: 'financeReads',
  unclaimedReceipts: 'financeReads',
  pendingCount: 'financeReads',
  transactionTotals: 'financeReads',
  savedFilters: 'financeReads',
  payees: 'financeReads',
  activePayees: 'financeReads',
  limits: 'everyAdmin',
  announcements: 'everyAdmin',
  // Teams see those that were handed to them.
  tickets: 'everyRole',
  openTicketCount: 'supportReads',
  unreadTicketCount: 'supportReads',
  supportStaff: 'supportReads',
  ticketTeams: 'supportReads',
  handedTicketCount: 'financeAndGameRead',
  cannedAnswers: 'supportReads',
  feedback: 'supportReads',
  member: 'financeAndSupportRead',
  auditLog: 'ownersRead',
  auditActions: 'everyAdmin',
  auditNewer: 'ownersRead',
  auditChain: 'ownersRead',
};

/** An account; a field that is missing here fails the test. Players' accounts are for `financeAndSupportRead`. */
const memberFields: Record<string, Audience> = {
  id: 'financeAndSupportRead',
  user: 'financeAndSupportRead',
  status: 'financeAndSupportRead',
  createdAt: 'financeAndSupportRead',
  deactivatedAt: 'financeAndSupportRead',
  deactivationReason: 'financeAndSupportRead',
  closedAt: 'financeAndSupportRead',
  isPrimary: 'financeAndSupportRead',
  roles: 'financeAndSupportRead',
  wallet: 'financeAndSupportRead',
  bets: 'financeAndSupportRead',
  betsArchivedBefore: 'financeAndSupportRead',
  transactions: 'financeAndSupportRead',
  lastSignInAt: 'financeAndSupportRead',
  sessions: 'financeAndSupportRead',
  flags: 'financeAndSupportRead',
  totals: 'financeAndSupportRead',
  timeline: 'financeAndSupportRead',
  secondFactor: 'financeAndSupportRead',
  selfExclusion: 'financeAndSupportRead',
  timeOutUntil: 'financeAndSupportRead',
  // Null for those who may not read corrections or holds.
  correctionProposal: 'financeAndSupportRead',
  payoutFreeze: 'financeAndSupportRead',
  corrections: 'financeReads',
  tickets: 'supportReads',
  latestActions: 'ownersRead',
};

const subscriptions: Record<string, Audience> = {
  contestChanged: 'everybody',
  countdown: 'everybody',
  walletChanged: 'players',
  notificationAdded: 'members',
  memberChanged: 'financeAndSupportRead',
  stakesChanged: 'everyAdmin',
  settingsChanged: 'everyAdmin',
  payeesChanged: 'financeReads',
  proposalChanged: 'financeAndGameRead',
  signalsChanged: 'financeAndSupportRead',
  alertsChanged: 'everyAdmin',
  noticesChanged: 'everybody',
  transactionChanged: 'playersAndFinanceReads',
  ticketChanged: 'playersAndEveryRole',
  handedTicketsChanged: 'financeAndGameRead',
};

const exportsOf: Record<string, Audience> = {
  transactions: 'financeReads',
  corrections: 'financeReads',
  bets: 'gameReads',
  contests: 'gameReads',
  players: 'financeReads',
  ledger: 'financeReads',
  audit: 'ownersRead',
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
  betPaths: 'players',
  bets: 'players',
  contestResults: 'players',
  walletHistory: 'players',
  statement: 'players',
  balanceByDay: 'players',
  liabilityProof: 'players',
  playDays: 'players',
  betsBySelection: 'players',
  transactions: 'players',
  pendingWithdrawals: 'players',
  playCredit: 'players',
  playSafety: 'players',
  secondFactor: 'members',
  sessions: 'members',
  tickets: 'players',
  payee: 'players',
  smallestWithdrawal: 'members',
};

describe('who may do and see what', () => {
  let server: TestServer;
  let people: Map<Who, Person>;
  let secondOwner: Person;
  beforeAll(async () => {
    server = await startTestServer();
    people = new Map([
      ['player', await givenPlayer(server, { rupees: 500 })],
      ['OWNER', await givenAdmin(server)],
    ]);
    people.set('roleless', await givenAnotherAdmin(server, { roles: [] }));
    for (const role of ['FINANCE', 'SUPPORT', 'GAME', 'AUDITOR'] as const) {
      people.set(role, await givenAnotherAdmin(server, { roles: [role] }));
    }
    secondOwner = await givenAnotherAdmin(server, { roles: ['OWNER'] });
  });
  afterAll(() => server.stop());

  async function send(who: Who, query: string, variables: Record<string, unknown> = {}) {
    const token = people.get(who)?.accessToken;
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

  function expectAnswer(audience: Audience, who: Who, code: unknown, what: string): void {
    if (isWelcome(audience, who)) expect(refusals, `${what} as ${who}`).not.toContain(code);
    else expect(code, `${what} as ${who}`).toBe(who === 'nobody' ? 'UNAUTHENTICATED' : 'FORBIDDEN');
  }

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
      const verb = field.extensions['verb'] as Verb;
      for (const who of callers) {
        const { errors } = await send(who, `mutation { ${name}${someArguments(field)} { __typename } }`);
        expectAnswer(audience, who, errors?.[0]?.extensions.code, name);
        expect(allows(actorOf(who), verb.may), `${verb.may} for ${who}`).toBe(isWelcome(audience, who));
      }
    });
  });

  describe('the viewer', () => {
    const fields = Object.values(
      (schema.getType('Viewer') as { getFields?(): object }).getFields?.() ?? {},
    ) as GraphQLField<unknown, unknown>[];

    it('has only fields of the table', () => {
      expect(fields.map(({ name }) => name).toSorted()).toEqual(['id', ...Object.keys(viewerFields)].toSorted());
    });

    it('is null without a session', async () => {
      expect(await send('nobody', '{ viewer { user { name } } }')).toEqual({ data: { viewer: null } });
    });

    it.each(Object.entries(viewerFields))('%s is for %s', async (name, audience) => {
      const field = fields.find((one) => one.name === name);
      if (!field) throw new Error(`no field ${name}`);
      for (const who of audiences.members) {
        const { errors } = await send(who, `{ viewer { ${name}${someArguments(field)} ${someSelection(field)} } }`);
        expectAnswer(audience, who, errors?.[0]?.extensions.code, name);
      }
    });

    it('shows the back office to admins only', async () => {
      expect((await send('player', '{ viewer { admin { pendingCount } } }')).data.viewer.admin).toBeNull();
      expect((await send('OWNER', '{ viewer { admin { pendingCount } } }')).data.viewer.admin.pendingCount).toBe(0);
    });

    it('and its fields to those whose roles allow it', async () => {
      const admin = schema.getType('Admin');
      if (!isObjectType(admin)) throw new Error('no type Admin');
      const fields = Object.values(admin.getFields()).filter(({ name }) => name !== 'members');
      expect(fields.map(({ name }) => name).toSorted()).toEqual(Object.keys(adminFields).toSorted());
      for (const field of fields) {
        const query = `{ viewer { admin { ${field.name}${someArguments(field)} ${someSelection(field)} } } }`;
        for (const who of everyAdmin) {
          const { errors } = await send(who, query);
          const audience = adminFields[field.name] ?? 'owners';
          expectAnswer(audience, who, errors?.[0]?.extensions.code, query);
          // An id that names nothing is refused, once the caller may ask.
          if (isWelcome(audience, who) && !query.includes('nothing')) {
            expect(errors, `${query} as ${who}`).toBeUndefined();
          }
        }
      }
    });

    it('has null at fields that a role decides, beside those that are allowed', async () => {
      const fieldsOf = (name: string) => {
        const type = schema.getType(name);
        return isObjectType(type) ? Object.values(type.getFields()) : [];
      };
      const required = (name: string) => fieldsOf(name).filter(({ type }) => isNonNullType(type));
      const wrong = [
        ...required('Viewer').filter(({ name }) => (viewerFields[name] ?? 'members') !== 'members'),
        ...required('Admin').filter(({ name }) => (adminFields[name] ?? 'owners') !== 'everyAdmin'),
        ...required('Member').filter(({ name }) => memberFields[name] !== 'financeAndSupportRead'),
      ];
      expect(wrong.map(({ name }) => name)).toEqual([]);
      const query =
        '{ viewer { user { name } bets { edges { node { id } } } admin { roles openTicketCount pendingCount } } }';
      const { data, errors } = await send('SUPPORT', query);
      expect(data.viewer).toMatchObject({
        user: { name: expect.any(String) },
        bets: null,
        admin: { roles: ['SUPPORT'], openTicketCount: expect.any(Number), pendingCount: null },
      });
      const refused = (...path: string[]) =>
        expect.objectContaining({ path, message: 'You are not allowed to do this.' });
      expect(errors).toHaveLength(2);
      expect(errors).toEqual(
        expect.arrayContaining([refused('viewer', 'bets'), refused('viewer', 'admin', 'pendingCount')]),
      );
    });

    it('shows the fields of an account to those whose roles allow it', async () => {
      const member = schema.getType('Member');
      if (!isObjectType(member)) throw new Error('no type Member');
      const fields = Object.values(member.getFields());
      expect(fields.map(({ name }) => name).toSorted()).toEqual(Object.keys(memberFields).toSorted());
      const { uid } = people.get('player') ?? {};
      for (const who of audiences.financeAndSupportRead) {
        for (const field of fields) {
          const query = `{ viewer { admin { member(uid: "${uid}") { status ${field.name} ${someSelection(field)} } } } }`;
          const { data, errors } = await send(who, query);
          expectAnswer(memberFields[field.name] ?? 'owners', who, errors?.[0]?.extensions.code, query);
          expect(data.viewer.admin.member.status, `${query} as ${who}`).toBe('ACTIVE');
        }
      }
    });

    it.each([
      ['PLAYER', 'financeAndSupportRead'],
      ['ADMIN', 'ownersRead'],
    ] as const)('shows the list of accounts of kind %s to %s', async (userType, audience) => {
      for (const who of everyAdmin) {
        const query = `{ viewer { admin { members(userType: ${userType}) { edges { node { id roles } } } } } }`;
        expectAnswer(audience, who, (await send(who, query)).errors?.[0]?.extensions.code, query);
      }
    });

    it('tells an admin their roles and what these allow, as the permission table has it', async () => {
      for (const who of everyAdmin) {
        const { data } = await send(who, '{ viewer { admin { roles may } } }');
        const { roles, may } = data.viewer.admin;
        expect(roles).toEqual(who === 'roleless' ? [] : [who]);
        const named = actions.filter((action) =>
          may.includes(
            action
              .replace(/([a-z])([A-Z])/g, '$1_$2')
              .replace(':', '_')
              .toUpperCase(),
          ),
        );
        expect(named).toEqual(adminActions.filter((action) => allows(actorOf(who), action)));
      }
    });
  });

  describe('subscriptions', () => {
    const fields = Object.values(schema.getSubscriptionType()?.getFields() ?? {});

    it('are all in the table', () => {
      expect(fields.map(({ name }) => name).toSorted()).toEqual(Object.keys(subscriptions).toSorted());
    });

    it('are for those of the table', async () => {
      for (const who of callers) {
        const listener = listenAt(server.url, people.get(who)?.accessToken);
        for (const field of fields) {
          const audience = subscriptions[field.name] ?? 'owners';
          const heard = listener.listen(`subscription { ${field.name}${someArguments(field)} { __typename } }`);
          if (isWelcome(audience, who)) continue;
          const answer = await Promise.race([heard.next(), heard.ended.then((ended) => ({ errors: ended }))]);
          expectAnswer(audience, who, answer['errors']?.[0]?.extensions?.code, field.name);
        }
        // What was not refused is open after an answer to another operation of the same socket.
        const { serverTime } = await listener.listen('{ serverTime }').next();
        expect(serverTime).toBeDefined();
        await listener.close();
      }
    });
  });

  describe('the REST API', () => {
    it.each(operations.map((each) => [`${each.method} ${each.path}`, each] as const))(
      '%s',
      async (_name, operation) => {
        const { access, method, path } = operation;
        // Their own tokens decide.
        if (access === 'public') return;
        for (const who of callers) {
          const token = people.get(who)?.accessToken;
          const response = await fetch(`${server.url}${path}`, {
            method,
            headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
            ...(method === 'POST' && { body: '[]' }),
          });
          const { code } = (await response.json()) as { code?: string };
          const allowed = access === 'signedIn' ? who !== 'nobody' : allows(actorOf(who), access);
          if (allowed) expect(refusals, `as ${who}`).not.toContain(code);
          else
            expect([response.status, code], `as ${who}`).toEqual(
              who === 'nobody' ? [401, 'UNAUTHENTICATED'] : [403, 'FORBIDDEN'],
            );
        }
      },
    );
  });

  it.each(Object.entries(exportsOf))('the export of %s is for %s', async (name, audience) => {
    for (const who of callers) {
      const token = people.get(who)?.accessToken;
      const headers = token ? { authorization: `Bearer ${token}` } : undefined;
      const response = await fetch(`${server.url}/exports/${name}.csv`, { ...(headers && { headers }) });
      const status = isWelcome(audience, who) ? 200 : who === 'nobody' ? 401 : 403;
      expect([who, response.status]).toEqual([who, status]);
      await response.text();
    }
  });

  describe('the pages of the back office', () => {
    const named = new Map(webQueries(schema).map((one) => [one.name, one]));
    const ofPage: Record<keyof typeof adminAccess, string | null> = {
      root: null,
      dashboard: 'DashboardPage_Query',
      sapre: 'GameControlPage_Query',
      sapreHalf: 'AdminGameScreen_Query',
      sapreOne: 'AdminGameScreen_Query',
      sapreThree: 'AdminGameScreen_Query',
      transactions: 'AdminTransactionsPage_Query',
      oldestTransactions: 'AdminTransactionsPage_Query',
      payouts: 'PayoutsPage_Query',
      statements: 'StatementsPage_Query',
      proposals: 'ProposalsPage_Query',
      manageAdmin: 'ManageAdminPage_Query',
      registerNewAdmin: null,
      manageUpi: 'PayeesScreen_Query',
      manageBankAccount: 'PayeesScreen_Query',
      support: 'SupportPage_Query',
      cannedAnswers: 'CannedAnswers_Query',
      changePassword: null,
      secondFactor: 'AdminSecondFactorPage_Query',
      sessions: 'OwnSessions_Query',
      feedback: 'FeedbackListPage_Query',
      players: 'PlayersPage_Query',
      audit: 'AuditPage_Query',
      refusedSignIns: 'AuditPage_Query',
      signals: 'SignalsPage_Query',
      alerts: 'AlertsPage_Query',
      reports: 'DailyReportsPage_Query',
    };
    /** What the shell and the page of a player ask for, according to the roles. */
    const parts = (may: readonly string[]) => ({
      payments: may.includes('TRANSACTION_READ_ALL'),
      tickets: may.includes('TICKET_READ_ALL'),
      teamTickets: may.includes('TICKET_READ_HANDED'),
      corrections: may.includes('CORRECTION_READ'),
      proposals: may.includes('PROPOSAL_READ'),
      signals: may.includes('SIGNAL_READ'),
      admins: may.includes('ADMIN_READ'),
    });

    it.each(everyAdmin)('send no query that is refused to %s', async (who) => {
      const { data } = await send(who, '{ viewer { admin { may } } }');
      const may: readonly string[] = data.viewer.admin.may;
      const shown = Object.entries(adminAccess).filter(([, needed]) => needed === null || may.includes(needed));
      const queries = [
        'AdminShell_Query',
        'AdminShell_CountsQuery',
        ...shown.map(([page]) => ofPage[page as keyof typeof adminAccess]),
      ];
      if (may.includes('MEMBER_READ')) queries.push('PlayerDetailPage_Query');
      if (may.includes('TRANSACTION_READ_ALL')) {
        queries.push('PaymentTotals_Query', 'FilterChoices_Query', 'SavedFilters_Query');
      }
      for (const name of new Set(queries)) {
        if (name === null) continue;
        const query = named.get(name);
        if (!query) throw new Error(`no query ${name}`);
        const { uid } = people.get('player') ?? {};
        const search = 'search' in query.variables ? { search: null } : {};
        const variables = { ...query.variables, ...parts(may), ...search, after: null, uid };
        expect((await send(who, query.query, variables)).errors, `${name} as ${who}`).toBeUndefined();
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
        const { data } = await send('OWNER', 'query ($id: ID!) { node(id: $id) { __typename id } }', { id: ids[type] });
        expect(data.node).toEqual({ __typename: type, id: ids[type] });
      },
    );

    it('a player’s email is theirs and the admins’', async () => {
      const query = 'query ($id: ID!) { node(id: $id) { ... on User { name email } } }';
      expect((await send('player', query, { id: ids['User'] })).data.node).toEqual({ name: 'Devi Nair', email: null });
      expect((await send('OWNER', query, { id: ids['User'] })).data.node.email).toMatch(/@/);
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
        'OWNER',
        '{ viewer { admin { members(userType: PLAYER) { edges { node { id } } } } } }',
      );
      const { id } = member.viewer.admin.members.edges[0].node;
      const query = 'query ($id: ID!) { node(id: $id) { ... on Member { status } } }';
      expect((await send('OWNER', query, { id })).data.node).toEqual({ status: 'ACTIVE' });
      const refused = await send('player', query, { id });
      expect([refused.data.node, refused.errors?.[0]?.extensions.code]).toEqual([null, 'FORBIDDEN']);
    });
  });

  describe('a change of roles', () => {
    const change = (roles: readonly string[], userId: string, reason = 'Leave of absence') =>
      secondOwner.attempt('setAdminRoles', { userId, roles, reason }, 'member { roles }');

    it('applies at once to the session that the admin has, closes its socket, and is in the audit log', async () => {
      const admin = await givenAnotherAdmin(server, { roles: ['FINANCE'] });
      const listener = listenAt(server.url, admin.accessToken);
      listener.listen('subscription { transactionChanged { id } }');
      await listener.listen('{ serverTime }').next();
      const pending = () => admin.execute('{ viewer { admin { pendingCount } } }');
      await pending();
      expect(await change(['SUPPORT', 'GAME'], admin.id)).toMatchObject({ member: { roles: ['SUPPORT', 'GAME'] } });
      await expect(pending()).rejects.toThrow('You are not allowed to do this.');
      expect(await listener.closed).toBe(4403);
      await admin.execute('{ viewer { admin { openTicketCount } } }');
      const { viewer } = await secondOwner.execute(
        `{ viewer { admin { auditLog(subject: "${admin.uid}", first: 1) { edges { node { action before after reason } } } } } }`,
      );
      expect(viewer.admin.auditLog.edges[0].node).toEqual({
        action: 'ADMIN_SET_ROLES',
        before: '{"roles":"FINANCE"}',
        after: '{"roles":"SUPPORT, GAME"}',
        reason: 'Leave of absence',
      });
    });

    it('leaves the primary admin an owner, needs a reason, and is for admins’ accounts', async () => {
      const [primary, player] = [people.get('OWNER')?.id ?? '', people.get('player')?.id ?? ''];
      expect(await change(['FINANCE'], primary)).toMatchObject({ code: 'USER_PROTECTED' });
      expect(await change(['FINANCE'], secondOwner.id, ' ')).toMatchObject({ code: 'INVALID_INPUT' });
      expect(await change(['FINANCE'], player)).toMatchObject({ code: 'NOT_FOUND' });
    });

    it('is refused by the database without its row in the audit log, and never takes the primary admin’s ownership', async () => {
      const { db } = server.database;
      await expect(db.execute(`update users set roles = '{GAME}' where is_primary`)).rejects.toThrow();
      const bare = `update users set roles = '{GAME}' where uid = '${people.get('FINANCE')?.uid}'`;
      await expect(db.execute(bare)).rejects.toThrow();
      const player = `update users set roles = '{OWNER}' where uid = '${people.get('player')?.uid}'`;
      await expect(db.execute(player)).rejects.toThrow();
    });
  });

  it('payout accounts are shown in full to admins of payments, shortened to support', async () => {
    const player = await givenPlayer(server, { rupees: 100 });
    await player.perform('requestWithdrawal', { amount: '10', upiId: 'devi.nair@okbank' }, 'transaction { id }');
    const bankAccount = { accountNumber: '123456789012', ifscCode: 'HDFC0001234', accountHolderName: 'Devi Nair' };
    await player.perform('requestWithdrawal', { amount: '10', bankAccount }, 'transaction { id }');
    const query = `{ viewer { admin { member(uid: "${player.uid}") {
      transactions(first: 2) { edges { node { upiId accountNumber duplicates { id } playerHistory { held } } } } } } } }`;
    const accounts = async (who: Who) => {
      const { data } = await send(who, query);
      return data.viewer.admin.member.transactions.edges.map(
        ({ node }: { node: { upiId: string; accountNumber: string } }) => node.accountNumber ?? node.upiId,
      );
    };
    for (const who of ['OWNER', 'FINANCE', 'AUDITOR'] as const) {
      expect(await accounts(who)).toEqual(['123456789012', 'devi.nair@okbank']);
    }
    expect(await accounts('SUPPORT')).toEqual(['••••9012', 'd••••@okbank']);
  });

  it('support deactivates players, and owners alone admins', async () => {
    const player = await givenPlayer(server);
    const admin = await givenAnotherAdmin(server);
    const deactivate = (who: Who, { id }: Person) =>
      send(
        who,
        `mutation { deactivateUser(input: { userId: "${id}", reason: "Asked for by a test" }) { __typename } }`,
      );
    expect((await deactivate('SUPPORT', admin)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await deactivate('SUPPORT', player)).data.deactivateUser.__typename).toBe('UserStatusPayload');
    expect((await deactivate('OWNER', admin)).data.deactivateUser.__typename).toBe('UserStatusPayload');
  });

  it('figures of a contest and of a transaction are for admins', async () => {
    await people.get('player')?.perform('requestWithdrawal', { amount: '10', upiId: 'asha@upi' }, 'transaction { id }');
    server.clock.advance(180_000);
    await server.contestClock.idle();
    const query = `{
      contests(gameType: SAPRE_HALF, first: 1) { edges { node { state operator { totalPayouts profit overrideNumber stakesBySelection { stakes } } } } }
      viewer { pendingWithdrawals { decidedBy { name } payeeActive duplicates { id } playerHistory { available } } }
    }`;
    const { data } = await send('player', query);
    expect(data.contests.edges[0].node).toEqual({
      state: 'SETTLED',
      operator: null,
    });
    expect(data.viewer.pendingWithdrawals[0]).toEqual({
      decidedBy: null,
      payeeActive: null,
      duplicates: null,
      playerHistory: null,
    });
    const figures = await send(
      'OWNER',
      '{ contests(gameType: SAPRE_HALF, first: 1) { edges { node { operator { totalPayouts profit stakesBySelection { stakes } } } } } }',
    );
    const { operator } = figures.data.contests.edges[0].node;
    expect(operator).toMatchObject({ totalPayouts: '0.00', profit: '0.00' });
    expect(operator.stakesBySelection).toHaveLength(13);
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
    Date: '"2026-11-20"',
  };
  return values[type.name] ?? '"nothing"';
}

/** The smallest selection of a field. */
function someSelection({ type }: GraphQLField<unknown, unknown>): string {
  return 'getFields' in getNamedType(type) || 'getTypes' in getNamedType(type) ? '{ __typename }' : '';
}
