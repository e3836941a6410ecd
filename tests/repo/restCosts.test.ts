import { type OperationDefinitionNode, parse, validate } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { measureOf } from '../../server/graphql/runtime/measure.ts';
import { operationCost, pointsOf } from '../../server/graphql/runtime/operationCost.ts';
import { schema } from '../../server/graphql/schema/schema.ts';
import { operations } from '../../server/rest/operations.ts';

const page = (list: string, node: string) =>
  `${list.replace(/\)?$/, (end) => `${end ? ', ' : '('}first: $rows)`)} { edges { node { ${node} } } }`;
const TRANSACTION =
  'id transactionType status amount upiId accountNumber ifscCode accountHolderName reference payoutReference createdAt updatedAt message';
const CONTEST =
  'id gameId gameType startsAt evaluationTime endsAt winningNumber winningColors decidedBy profitabilityLevel ruleVersion';
const CHATS = 'messages(first: 10) { edges { node { id message document { path } mine createdAt author { id } } } }';

/** What each list of the REST API asks for, in GraphQL. */
const twins: Readonly<Record<string, string>> = {
  getWalletHistory: `viewer { ${page('walletHistory', '... on ContestResult { contest { gameId } betAmount winAmount settledAt } ... on Transaction { transactionType amount updatedAt }')} }`,
  getMyTransactions: `viewer { ${page('transactions', TRANSACTION)} }`,
  getMyTickets: `viewer { ${page('tickets', `id title description status document { path } createdAt ${CHATS}`)} }`,
  getSapreContestList: page('contests(gameType: SAPRE_ONE)', CONTEST),
  getSapreContestDetailsList: page(
    'contests(gameType: SAPRE_ONE)',
    `${CONTEST} totalStakes operator { totalPayouts profit }`,
  ),
  getUserList: `viewer { admin { ${page('members(userType: ADMIN)', 'id status roles user { name uid email avatar }')} } }`,
  getPendingTransactions: `viewer { admin { ${page('transactions', `${TRANSACTION} player { uid } payeeActive`)} } }`,
};

const pointsOfTwin = (twin: string, rows: number) => {
  const document = parse(`query ($rows: Int) { ${twin} }`);
  expect(validate(schema, document)).toEqual([]);
  const operation = document.definitions[0] as OperationDefinitionNode;
  const measure = measureOf(schema, document, operation, { rows });
  return pointsOf(operationCost(schema, document, operation), measure?.complexity ?? Number.NaN);
};

describe('a list over REST costs what its twin in GraphQL costs', () => {
  it.each(Object.entries(twins))('%s', (operationId, twin) => {
    const operation = operations.find((each) => each.operationId === operationId);
    for (const rows of [1, 10, 40, 100]) {
      const [ours, theirs] = [operation?.pointsOf({ limit: String(rows) }) ?? 0, pointsOfTwin(twin, rows)];
      expect(Math.abs(ours - theirs), `${rows} rows: ${ours} points, the twin ${theirs}`).toBeLessThanOrEqual(
        Math.max(0.25, theirs * 0.15),
      );
    }
  });
});

/** Lists that GraphQL gives as a whole: there are few of them. */
const whole: readonly string[] = ['getUpiIdList', 'getBankAccountList'];

test('every call that a list belongs to has its price, and all others cost a point', () => {
  for (const { operationId, query, body, verb, pointsOf: points } of operations) {
    const isList =
      verb === undefined && !whole.includes(operationId) && JSON.stringify([query, body]).includes('limit');
    expect([operationId, operationId in twins]).toEqual([operationId, isList]);
    if (!isList) expect([operationId, points({ limit: '100' })]).toEqual([operationId, 1]);
    for (const odd of ['', 'x', '-5', '1e9', '1.5', ['1', '2']]) {
      expect(points({ limit: odd })).toBeGreaterThanOrEqual(1);
      expect(points({ limit: odd })).toBeLessThanOrEqual(150);
    }
  }
});
