import { gql } from '@apollo/client';
import { beforeEach, expect, it } from 'vitest';
import { makeCache } from '../../apollo/cache.ts';
import { setActiveContest } from './setActiveContest.ts';

const screen = gql`
  query Screen {
    activeContest(gameType: "SAPRE_ONE") {
      id
      period
      viewer {
        bets {
          id
        }
      }
    }
  }
`;
const event = gql`
  fragment Opened on Contest {
    id
    period
  }
`;
const round = (id: string, bets: readonly string[]) => ({
  __typename: 'Contest',
  id,
  period: id,
  viewer: { __typename: 'ContestViewer', bets: bets.map((bet) => ({ __typename: 'Bet', id: bet })) },
});

let cache: ReturnType<typeof makeCache>;

beforeEach(() => {
  cache = makeCache();
  cache.writeQuery({ query: screen, data: { activeContest: round('one', ['bet-1']) } });
  const opened = { __typename: 'Contest', id: 'two', period: 'two' };
  cache.writeFragment({ id: 'Contest:two', fragment: event, data: opened });
});

it('makes a new round the active one, whole and without a bet, so that its screen needs no request', () => {
  setActiveContest(cache, 'SAPRE_ONE', 'two');
  expect(cache.readQuery({ query: screen })).toEqual({ activeContest: round('two', []) });
});

it('keeps the bets of a round that are known already', () => {
  setActiveContest(cache, 'SAPRE_ONE', 'one');
  expect(cache.readQuery({ query: screen })).toEqual({ activeContest: round('one', ['bet-1']) });
});

it('leaves another game as it is', () => {
  setActiveContest(cache, 'SAPRE_HALF', 'two');
  expect(cache.readQuery({ query: screen })).toEqual({ activeContest: round('one', ['bet-1']) });
});
