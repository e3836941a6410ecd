import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { CustomRangeModal } from './CustomRangeModal.tsx';

afterEach(cleanup);

it('keeps the instants of fields that are left as they are, and takes half hours in the others', async () => {
  const onApply = vi.fn();
  // In India 00:00 and 15:51:09.
  const range = { from: '2026-11-19T18:30:00.000Z', to: '2026-11-20T10:21:09.000Z' };
  renderApp(<CustomRangeModal opened range={range} onApply={onApply} onCancel={() => undefined} />);
  const [from, to] = await screen.findAllByRole('combobox');
  expect(to).toHaveProperty('value', '15:30');
  const apply = () => fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  apply();
  expect(onApply).toHaveBeenLastCalledWith(range);
  fireEvent.change(from!, { target: { value: '09:30' } });
  apply();
  expect(onApply).toHaveBeenLastCalledWith({ ...range, from: '2026-11-20T04:00:00.000Z' });
  fireEvent.change(to!, { target: { value: '15:00' } });
  apply();
  expect(onApply).toHaveBeenLastCalledWith({ from: '2026-11-20T04:00:00.000Z', to: '2026-11-20T09:30:00.000Z' });
});
