import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import type { RoundLimits } from './BetLimits.tsx';
import { BetSheet } from './BetSheet.tsx';
import type { PayoutRow } from './payouts.ts';

const payoutTable: PayoutRow[] = [
  {
    selection: { color: 'GREEN', number: null },
    numbers: [{ number: 0, basisPoints: 16_000 }, ...[2, 4, 6, 8].map((number) => ({ number, basisPoints: 20_000 }))],
  },
];

function renderSheet({
  closedReason = null as string | null,
  availablePaise = 500_000n,
  limits = null as RoundLimits | null,
  onClose = vi.fn<() => void>(),
} = {}) {
  const server = new ScriptedServer();
  const onSend = vi.fn<() => void>();
  const onPlaced = vi.fn<(text: string) => void>();
  renderApp(
    <BetSheet
      contest={{ id: 'contest-1', gameId: 'sapreOne-202611200742' }}
      choice={{ color: 'GREEN' }}
      closedReason={closedReason}
      availablePaise={availablePaise}
      payoutTable={payoutTable}
      limits={limits}
      onClose={onClose}
      onSend={onSend}
      onPlaced={onPlaced}
    />,
    { link: server.link },
  );
  return { user: userEvent.setup(), onClose, onSend, onPlaced, server };
}

/** Submits the form without its button, as a script or an extension can although the button is disabled. */
const submit = () => fireEvent.submit(screen.getByRole('dialog').querySelector('form') as HTMLFormElement);
/** A mutation starts some microtasks after its call. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

const button = (name: string) => screen.getByRole('button', { name });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the bet sheet', () => {
  it('shows the limits of the round beside the amount, and nothing where there are none', () => {
    renderSheet({ limits: { minBet: '10.00', maxBet: null, maxStake: '1500.50' } });
    expect(screen.getByText('At least ₹10 · At most ₹1,500.50 in this round')).toBeDefined();
    cleanup();
    renderSheet();
    expect(screen.queryByText(/At least/)).toBeNull();
  });

  it('starts with ₹10 once, and shows what it would return', () => {
    renderSheet();
    expect(screen.getByRole('dialog').textContent).toContain('Join Green');
    expect(button('Bet ₹10 on Green')).toBeDefined();
    expect(screen.getByText('₹20.00')).toBeDefined();
    expect(screen.getByText('(₹16.00 on 0)')).toBeDefined();
  });

  it('multiplies a preset, never below one', async () => {
    const { user } = renderSheet();
    await user.click(button('₹100'));
    expect((button('Fewer') as HTMLButtonElement).disabled).toBe(true);
    await user.click(button('More'));
    await user.click(button('More'));
    expect(button('Bet ₹300 on Green')).toBeDefined();
    await user.click(button('Fewer'));
    expect(button('Bet ₹200 on Green')).toBeDefined();
  });

  it('lets a typed amount clear preset and multiplier, and a preset clear what was typed', async () => {
    const { user } = renderSheet();
    await user.click(button('More'));
    const typed = screen.getByLabelText<HTMLInputElement>('Or type an amount');
    await user.type(typed, '12.5x9');
    expect(typed.value).toBe('12.59');
    expect(button('Bet ₹12.59 on Green')).toBeDefined();
    expect(button('₹10').getAttribute('aria-pressed')).toBe('false');
    await user.click(button('₹1,000'));
    expect(typed.value).toBe('');
    expect(button('Bet ₹1,000 on Green')).toBeDefined();
  });

  it('leads to the amount that the balance lacks, instead of a button that does nothing', () => {
    renderSheet({ availablePaise: 999n });
    expect(screen.getByText('Insufficient balance. Please top up your account to proceed.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Bet/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Top up ₹0.01 to bet' }).getAttribute('href')).toBe('/deposit');
  });

  it('doubles the stake, or stakes all that is available', async () => {
    const { user } = renderSheet({ availablePaise: 12_345n });
    await user.click(button('Double'));
    expect(button('Bet ₹20 on Green')).toBeDefined();
    await user.click(button('Max'));
    expect(button('Bet ₹123.45 on Green')).toBeDefined();
  });

  it('offers the stake of the last time', async () => {
    const { user } = renderSheet();
    await user.click(button('₹100'));
    await user.click(button('More'));
    cleanup();
    renderSheet();
    expect(button('Bet ₹200 on Green')).toBeDefined();
  });

  it('shows why no bet can be placed any more', async () => {
    renderSheet({ closedReason: 'Betting is closed for this round' });
    await waitFor(() => expect(button('Bet ₹10 on Green')?.getAttribute('aria-disabled')).toBe('true'));
    expect(screen.getByText('Betting is closed for this round')).toBeDefined();
  });

  it('sends one bet however often it is submitted before the answer', async () => {
    const { server, onClose, onSend, onPlaced } = renderSheet();
    submit();
    expect(onClose).toHaveBeenCalled();
    expect(onSend).toHaveBeenCalledOnce();
    submit();
    await waitFor(() => expect(server.sent).toHaveLength(1));
    submit();
    await settle();
    expect(server.sent).toHaveLength(1);
    expect(onSend).toHaveBeenCalledOnce();
    expect(onPlaced).not.toHaveBeenCalled();
  });

  it.each([
    ['while betting is closed', { closedReason: 'closed' }, ''],
    ['of nothing', {}, '0'],
    ['of more than the balance', { availablePaise: 999n }, ''],
  ])('sends no bet %s, though the form is submitted', async (_what, state, typed) => {
    const { server, user } = renderSheet(state);
    if (typed) await user.type(screen.getByLabelText('Or type an amount'), typed);
    submit();
    await settle();
    expect(server.sent).toEqual([]);
  });
});
