import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ResultTable } from './ResultTable.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the result table', () => {
  it('only logs that its rounds could not be loaded', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    // Without mocks every query fails.
    renderApp(<ResultTable gameType="SAPRE_ONE" lastDecided={null} />);
    expect(screen.getByRole('status').textContent).toBe('Loading...');
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    expect(logged).toHaveBeenCalledOnce();
    expect(screen.getByRole('heading', { name: 'Game Result' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
