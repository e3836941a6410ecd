import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import vectors from '../../../tests/examples/quicknet.json';
import { FairCheckCard } from './FairCheckCard.tsx';

beforeEach(() => vi.stubGlobal('isSecureContext', true));
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
  drawVersion: 'colour-pf/2',
  beaconRound: beacon.round,
  betsRoot: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  beaconSignature: beacon.signature,
  beaconRandomness: beacon.randomness,
  winningNumber: 8,
  wouldHaveBeen: null,
  profitabilityLevel: null,
  ruleVersion: null,
  outcomes: null,
} as const;

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
