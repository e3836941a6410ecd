import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import vectors from '../../../tests/examples/quicknet.json';
import { provenRound } from '../../../tests/support/provenRound.ts';
import { publishedBets, publishedRound } from '../../../tests/support/publishedRound.ts';
import type { CheckAnswer } from './check.worker.ts';
import { FairCheckCard, ownStakeOf } from './FairCheckCard.tsx';
import { type CheckRequest, checkPublishedRound } from './roundCheck.ts';

/** Works in the page, since happy-dom runs no workers. */
class WorkerHere extends EventTarget {
  postMessage(request: CheckRequest): void {
    const answer = (data: CheckAnswer) => this.dispatchEvent(new MessageEvent('message', { data }));
    checkPublishedRound(request).then(
      (check) => answer({ check }),
      (error: unknown) => answer({ error: String(error) }),
    );
  }

  terminate(): void {}
}

/** The public bets of any round, as the server has them. */
let bets: object[] | null = [];

/** What the public log answers about any round. */
let inLog = () => new Response('', { status: 503 });

beforeEach(() => {
  bets = [];
  inLog = () => new Response('', { status: 503 });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('Worker', WorkerHere);
  const answer = () =>
    bets === null
      ? new Response('', { status: 503 })
      : new Response(bets.map((bet) => `${JSON.stringify(bet)}\n`).join(''));
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(url.startsWith('/log/') ? inLog() : answer()));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const [beacon] = vectors.rounds as [(typeof vectors.rounds)[number]];
/** The published vector of a round without bets. */
const round = {
  state: 'SETTLED',
  decidedBy: 'DRAW',
  gameId: 'sapreHalf-202601010001',
  endsAt: new Date((vectors.genesisTime + (beacon.round - 1) * vectors.period) * 1_000).toISOString(),
  seed: '2a'.repeat(32),
  commitment: '544e62cee8033709e389e5b2755343d0d0fa8c4850215cfb6331717e80d1aea3',
  drawVersion: 'COLOUR_PF_2',
  beaconRound: beacon.round,
  betsRoot: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  beaconSignature: beacon.signature,
  beaconRandomness: beacon.randomness,
  winningNumber: 8,
  wouldHaveBeen: null,
  voidReason: null,
  profitabilityLevel: null,
  ruleVersion: null,
  outcomes: null,
  timelock: null,
  betCount: 0,
  own: [],
} as const;

/** The published vector with three bets, as the page has it. */
async function roundWithBets() {
  const { payoutsByNumber, bets: betCount, ...published } = await publishedRound();
  const stakes = published.stakes;
  const outcomes = payoutsByNumber.map((payouts, number) => ({ number, stakes, payouts, profit: '0.00' }));
  const { drawVersion } = round;
  return { ...round, ...published, drawVersion, state: 'SETTLED', decidedBy: 'DRAW', outcomes, betCount } as const;
}

const signed = /Round 1000 of the public beacon is that of the end/;

describe('the check of a round under colour-pf/2', () => {
  it('verifies the beacon’s signature and recomputes the number from seed, root and randomness', async () => {
    renderApp(<FairCheckCard {...round} />);
    expect((await screen.findByText(signed)).textContent).toMatch(/: Matches$/);
    expect(screen.getByText(/The draw from this seed gives 8/).textContent).toMatch(/: Matches$/);
  });

  it.each([
    ['a signature of another round', { beaconSignature: vectors.rounds[1]?.signature ?? '' }],
    ['randomness of its own', { beaconRandomness: 'ab'.repeat(32) }],
    ['another round of the beacon', { endsAt: '2026-11-20T03:30:30.000Z' }],
  ])('finds a beacon with %s', async (_, changed) => {
    renderApp(<FairCheckCard {...round} {...changed} />);
    expect((await screen.findByText(signed)).textContent).toMatch(/: Does not match$/);
  });

  it('finds another number, and other bets', async () => {
    renderApp(<FairCheckCard {...round} betsRoot={'22'.repeat(32)} />);
    expect((await screen.findByText(/The draw from this seed gives/)).textContent).toMatch(/: Does not match$/);
  });

  it('waits for the beacon, and knows no number of a void round without it', async () => {
    const none = { beaconSignature: null, beaconRandomness: null, winningNumber: null };
    renderApp(<FairCheckCard {...round} {...none} state="CLOSED" />);
    expect(await screen.findByText('Waiting for the public beacon...')).toBeDefined();
    cleanup();
    renderApp(<FairCheckCard {...round} {...none} state="VOID" />);
    expect(await screen.findByText('This round is void: no number won.')).toBeDefined();
    expect(screen.queryByText(signed)).toBeNull();
  });
});

describe('what the check does not prove', () => {
  it.each([
    ['with a beacon', {}, /checked against the key/, /receipts that this browser keeps/],
    [
      'without one',
      {
        drawVersion: 'COLOUR_PF_1' as const,
        beaconRound: null,
        betsRoot: null,
        beaconSignature: null,
        beaconRandomness: null,
      },
      /what was published\. A page/,
      /nobody at the operator knew.*neither a public beacon nor receipts/,
    ],
  ])('is told of a round %s', async (_, changed, by, not) => {
    renderApp(<FairCheckCard {...round} {...changed} />);
    expect((await screen.findByText(/^Your device computed/)).closest('p')?.textContent).toMatch(by);
    expect(screen.getByText(/^What this does not prove/).textContent).toMatch(not);
  });
});

describe('the check of a round with its public bets', () => {
  const own = publishedBets
    .filter(({ bet }) => bet !== 2)
    .map(({ selection, paise, receivedAt }) => ({ selection, paise, receivedAt, payoutPaise: 0n }));
  const verdict = (text: RegExp) => screen.findByText(text).then(({ textContent }) => /: (.+)$/.exec(textContent)?.[1]);

  it('opens the timelock, computes root and stakes, and finds the player’s own bets', async () => {
    bets = publishedBets;
    renderApp(<FairCheckCard {...await roundWithBets()} own={own} />);
    expect(await verdict(/The seed published, locked/)).toBe('Matches');
    expect(await verdict(/is that of all bets \(3\)/)).toBe('Matches');
    expect(await verdict(/Stakes and returns at each number/)).toBe('Matches');
    expect(await verdict(/Your bets are among them.*\(2\)/)).toBe('Matches');
    expect(await verdict(/The draw from this seed gives 1/)).toBe('Matches');
  });

  it('finds the round in the signed log, its payment, and the witnesses’ confirmations in time', async () => {
    bets = publishedBets;
    const proof = JSON.stringify(await provenRound());
    inLog = () => new Response(proof);
    renderApp(<FairCheckCard {...await roundWithBets()} />);
    expect(await verdict(/The signed public log of 7 entries/)).toBe('Matches');
    expect(await verdict(/More than half of 3 witnesses confirmed/)).toBe('Matches');
    expect(await verdict(/What was paid in all, ₹0.00/)).toBe('Matches');
    expect(screen.getByText(/^Log rangoli.example\/log, 7 entries. 1 of the round’s 3 witnesses/)).toBeDefined();
  });

  it('finds a root that was confirmed after the beacon’s number only', async () => {
    bets = publishedBets;
    const proof = JSON.stringify(await provenRound({ at: 1 }));
    inLog = () => new Response(proof);
    renderApp(<FairCheckCard {...await roundWithBets()} />);
    expect(await verdict(/More than half of 3 witnesses confirmed/)).toBe('Does not match');
  });

  it('finds a log without the round, asking it twice', async () => {
    bets = publishedBets;
    const asked = vi.fn(() => new Response('', { status: 404 }));
    inLog = asked;
    renderApp(<FairCheckCard {...await roundWithBets()} />);
    await vi.waitFor(
      () => expect(screen.getByText(/The signed public log/).textContent).toMatch(/Does not match$/),
      5_000,
    );
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('finds a bet of the player that is missing, or paid below the table', async () => {
    bets = publishedBets;
    const [first] = own as [(typeof own)[number]];
    renderApp(<FairCheckCard {...await roundWithBets()} own={[first, first]} />);
    expect(await verdict(/Your bets are among them/)).toBe('Does not match');
    cleanup();
    renderApp(<FairCheckCard {...await roundWithBets()} own={[{ ...first, payoutPaise: 1n }]} />);
    expect(await verdict(/Your bets are among them/)).toBe('Does not match');
  });

  it('finds another root, other stakes and another timelock', async () => {
    bets = publishedBets.slice(1);
    renderApp(<FairCheckCard {...await roundWithBets()} timelock="none" />);
    expect(await verdict(/is that of all bets/)).toBe('Does not match');
    expect(await verdict(/Stakes and returns at each number/)).toBe('Does not match');
    expect(await verdict(/The seed published, locked/)).toBe('Does not match');
  });

  it('fetches very many bets only on request, and tells where they can’t be had', async () => {
    bets = null;
    renderApp(<FairCheckCard {...await roundWithBets()} betCount={501} />);
    expect(await verdict(/The draw from this seed gives 1/)).toBe('Matches');
    expect(screen.queryByText(/is that of all bets/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Check all 501 bets too' }));
    expect(await screen.findByText(/The check could not be made/)).toBeDefined();
  });

  it('takes a bet of the wallet as a leaf has it', () => {
    const bet = { amount: '10.50', payout: null, placedAt: '2026-11-20T06:30:00.123Z' };
    expect(ownStakeOf({ ...bet, selection: { color: 'VIOLET', number: null } })).toEqual({
      selection: 11,
      paise: 1_050,
      receivedAt: Date.parse(bet.placedAt),
      payoutPaise: null,
    });
    expect(ownStakeOf({ ...bet, selection: { color: null, number: 0 } }).selection).toBe(0);
  });
});
