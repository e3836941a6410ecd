import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Modal } from './Modal.tsx';

const classNames = { className: '', headClassName: '', bodyClassName: '' };
afterEach(cleanup);

it.each([
  { loading: false, focused: 'Bet' },
  // As in the sheet of bets that is opened again before the last bet has its answer.
  { loading: true, focused: '₹10' },
])('gives the focus to $focused where the button that has it first is disabled: $loading', ({ loading, focused }) => {
  render(
    <Modal opened onClose={() => {}} title="Green" closeButton {...classNames}>
      <button type="button">₹10</button>
      <button type="submit" data-autofocus disabled={loading}>
        Bet
      </button>
    </Modal>,
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: focused }));
});
