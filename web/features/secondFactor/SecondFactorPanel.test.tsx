import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';

afterEach(cleanup);

const none = { confirmedAt: null, recoveryCodesLeft: 0, required: false };
const some = { confirmedAt: '2026-11-20T06:30:00Z', recoveryCodesLeft: 3, required: false };
const typeIn = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('is set up with password and first code, and then shows the recovery codes once', async () => {
  const server = new ScriptedServer();
  const onChanged = vi.fn();
  const codes = ['ABCD-EFGH-IJKL-MNOP', 'QRST-UVWX-YZ23-4567'];
  server.willAnswer(
    { startSecondFactor: { __typename: 'Refusal', code: 'INCORRECT_OLD_PASSWORD', message: 'Wrong', reason: null } },
    { startSecondFactor: { __typename: 'StartSecondFactorPayload', secret: 'ABCDEFGH', uri: 'otpauth://totp/x' } },
    { confirmSecondFactor: { __typename: 'RecoveryCodesPayload', recoveryCodes: codes } },
  );
  renderApp(<SecondFactorPanel factor={none} onChanged={onChanged} />, { link: server.link });
  typeIn('Password', 'wrong');
  press('Next');
  await screen.findByText('Wrong password');
  typeIn('Password', 'right');
  press('Next');
  const field = await screen.findByLabelText('Six digits that the app shows');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getByText('ABCD EFGH')).toBeDefined();
  typeIn('Six digits that the app shows', '123456');
  press('Turn on');
  for (const code of codes) expect(await screen.findByText(code)).toBeDefined();
  expect(onChanged).not.toHaveBeenCalled();
  // A reload would lose them.
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leaves()).toBe(false);
  press('I have kept them');
  expect(leaves()).toBe(true);
  expect(onChanged).toHaveBeenCalledOnce();
  expect(screen.queryByText('ABCD-EFGH-IJKL-MNOP')).toBeNull();
  expect(server.sent).toEqual([
    { input: { password: 'wrong' } },
    { input: { password: 'right' } },
    { input: { otp: '123456' } },
  ]);
});

it('is turned off with password and code, unless the account must have it', async () => {
  const server = new ScriptedServer();
  const onChanged = vi.fn();
  server.willAnswer({ disableSecondFactor: { __typename: 'AcknowledgedPayload' } });
  renderApp(<SecondFactorPanel factor={some} onChanged={onChanged} />, { link: server.link });
  expect(screen.getByText(/^Few recovery codes are left/)).toBeDefined();
  press('Turn off');
  typeIn('Password', 'right');
  typeIn('Code of your authenticator app', '123456');
  press('Turn off');
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([{ input: { password: 'right', otp: '123456' } }]);
  cleanup();
  renderApp(<SecondFactorPanel factor={{ ...some, required: true }} onChanged={onChanged} />);
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
});
