import { Link } from '../navigation/Link.tsx';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSearchParams } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { SearchField } from './SearchField.tsx';

/** A page that keeps its search in the URL, with a link to itself without one. */
function Page() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  return (
    <>
      <Link to="/">everything</Link>
      <SearchField label="Search" placeholder="" value={search} onSearch={(text) => setParams({ search: text })} />
      <p>shown: {search || 'all'}</p>
    </>
  );
}

afterEach(cleanup);

it('searches on Enter, and drops the typed text when the page is opened without a search', async () => {
  renderApp(<Page />);
  const field = screen.getByLabelText<HTMLInputElement>('Search');
  await userEvent.type(field, ' asha {Enter}');
  expect(await screen.findByText('shown: asha')).toBeDefined();
  expect(field.value).toBe(' asha ');

  await userEvent.click(screen.getByText('everything'));
  expect(await screen.findByText('shown: all')).toBeDefined();
  expect(field.value).toBe('');
});
