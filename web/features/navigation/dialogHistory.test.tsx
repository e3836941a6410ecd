import { act, cleanup, render, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pageWindow } from '../../ui/dialogHistory.ts';
import { useBackCloses } from '../../ui/useBackCloses.ts';

interface Dialogs {
  readonly open: (name: string) => void;
  readonly close: (name: string) => void;
  readonly navigate: ReturnType<typeof useNavigate>;
}

let app: Dialogs;
const entries = () => history.length;
let before = 0;

/** Dialogs of these names, which keep open what they refuse to close. */
function App() {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const { pathname } = useLocation();
  const close = (name: string) => setOpened((names) => names.filter((one) => one !== name));
  const navigate = useNavigate();
  useLayoutEffect(() => {
    app = { open: (name) => setOpened((names) => [...names, name]), close, navigate };
  });
  return (
    <main>
      {pathname}: {opened.join(', ')}
      {['first', 'second'].map((name) => (
        <Entry key={name} opened={opened.includes(name)} onClose={() => close(name)} />
      ))}
      <Entry opened={opened.includes('obstinate')} onClose={() => undefined} />
    </main>
  );
}

function Entry(props: { opened: boolean; onClose: () => void }) {
  useBackCloses(props.opened, props.onClose);
  return null;
}

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));
const perform = async (what: () => unknown) => {
  act(() => void what());
  await settled();
};
const shown = () => screen.getByRole('main').textContent;

beforeEach(async () => {
  history.pushState(null, '', '/home');
  render(
    <BrowserRouter window={pageWindow}>
      <App />
    </BrowserRouter>,
  );
  await perform(() => app.navigate('/game'));
  before = entries();
});
afterEach(async () => {
  cleanup();
  await settled();
});

it('Back closes the dialog, and the next Back leaves the page', async () => {
  await perform(() => app.open('first'));
  await perform(() => history.back());
  expect(shown()).toBe('/game: ');
  await perform(() => history.back());
  expect(shown()).toBe('/home: ');
});

it('a closed dialog leaves no entry behind', async () => {
  await perform(() => app.open('first'));
  await perform(() => app.close('first'));
  await perform(() => history.back());
  expect(shown()).toBe('/home: ');
});

it('Forward to the entry of a dialog that is closed goes back to the page', async () => {
  await perform(() => app.open('first'));
  await perform(() => history.back());
  await perform(() => history.forward());
  expect(shown()).toBe('/game: ');
  await perform(() => history.back());
  expect(shown()).toBe('/home: ');
});

it('Back closes one dialog of several, the one on top', async () => {
  await perform(() => app.open('first'));
  await perform(() => app.open('second'));
  await perform(() => history.back());
  expect(shown()).toBe('/game: first');
  await perform(() => history.back());
  expect(shown()).toBe('/game: ');
});

it('a dialog in the place of another one takes its entry', async () => {
  await perform(() => app.open('first'));
  const opened = entries();
  await perform(() => {
    app.close('first');
    app.open('second');
  });
  expect(entries()).toBe(opened);
  await perform(() => history.back());
  expect(shown()).toBe('/game: ');
});

it('a page that is opened from dialogs follows their page', async () => {
  await perform(() => app.open('first'));
  await perform(() => app.open('second'));
  await perform(() => {
    void app.navigate('/deposit');
    app.close('second');
    app.close('first');
  });
  expect(shown()).toBe('/deposit: ');
  await perform(() => history.back());
  expect(shown()).toBe('/game: ');
  await perform(() => history.back());
  expect(shown()).toBe('/home: ');
});

it('a page that is replaced under a dialog is replaced, and Back still closes the dialog', async () => {
  await perform(() => app.open('first'));
  await perform(() => app.navigate('/deposit', { replace: true }));
  expect(shown()).toBe('/deposit: first');
  await perform(() => history.back());
  expect(shown()).toBe('/deposit: ');
  await perform(() => history.back());
  expect(shown()).toBe('/home: ');
});

it('the router goes back from a page, not from its dialog', async () => {
  await perform(() => app.open('first'));
  await perform(() => {
    app.close('first');
    void app.navigate(-1);
  });
  expect(shown()).toBe('/home: ');
});

it('a dialog that is closed as the router goes back takes it one page back, not two', async () => {
  await perform(() => app.navigate('/other'));
  await perform(() => app.open('first'));
  await perform(() => {
    void app.navigate(-1);
    app.close('first');
  });
  await settled();
  expect(shown()).toBe('/game: ');
});

it('a dialog that stays open has an entry again', async () => {
  await perform(() => app.open('obstinate'));
  const opened = entries();
  await perform(() => history.back());
  expect(shown()).toBe('/game: obstinate');
  expect(entries()).toBe(opened);
  expect(opened).toBe(before + 1);
});
