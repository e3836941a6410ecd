import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { useAuditFilter } from '../adminAudit/auditFilter.ts';

/** Changes its filter twice before the next render: `change` only has the URL of the last render. */
function Page() {
  const [{ action, subject }, change] = useAuditFilter();
  const changeTwice = () => {
    change({ action: 'PAYEE_ADD' });
    change({ subject: 'play@rangoli' });
  };
  return (
    <button type="button" onClick={changeTwice}>
      {action} on {subject}
    </button>
  );
}

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

it('lets the second of two changes in one moment keep the first', async () => {
  render(<Page />, { wrapper: BrowserRouter });
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('PAYEE_ADD on play@rangoli')).toBeDefined();
  expect(window.location.search).toBe('?action=PAYEE_ADD&subject=play%40rangoli');
});
