import { act, cleanup, render } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { useAuditFilter } from '../adminAudit/auditFilter.ts';

let filtering: ReturnType<typeof useAuditFilter>;

function Page() {
  filtering = useAuditFilter();
  return null;
}

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

it('lets the second of two changes in one moment keep the first', () => {
  render(<RouterProvider router={createBrowserRouter([{ path: '*', element: <Page /> }])} />);
  const [, change] = filtering;
  act(() => {
    change({ action: 'payee:add' });
    // The page has not been drawn again: `change` still knows only what stood there before.
    change({ subject: 'play@rangoli' });
  });
  expect(filtering[0]).toMatchObject({ action: 'payee:add', subject: 'play@rangoli', actor: '' });
  expect(window.location.search).toBe('?action=payee%3Aadd&subject=play%40rangoli');
});
