import { Link } from '../navigation/Link.tsx';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { PageFocus } from './PageFocus.tsx';

afterEach(cleanup);

function Page({ title }: { title: string }) {
  return (
    <>
      <h1>{title}</h1>
      <Link to="/other">On</Link>
    </>
  );
}

it('leaves the focus alone on the first page, and gives it to the heading of the next', async () => {
  const router = createMemoryRouter([
    {
      element: (
        <>
          <Outlet />
          <PageFocus />
        </>
      ),
      children: [
        { path: '/', element: <Page title="First" /> },
        { path: '/other', element: <Page title="Second" /> },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(screen.getByRole('link', { name: 'On' }));
  const heading = await screen.findByRole('heading', { name: 'Second' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(heading.tabIndex).toBe(-1);
});
