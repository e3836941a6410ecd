import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { lastMail } from '../support/world/mails.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenPlayer } from '../support/world/people.ts';

test('a forgotten password is replaced by a mailed link, once', async ({ page, server }) => {
  const { email } = await givenPlayer(server);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot password' });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('Enter Email ID')).toBeVisible();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('Link has been sent. Please check your email.')).toBeVisible();

  const { body } = await lastMail(server.database, email);
  const link = new URL(/https?:\/\/\S+/.exec(body)?.[0] ?? '');
  await page.goto(link.pathname + link.search);
  await page.getByLabel('New password', { exact: true }).fill('a-better-one');
  await page.getByLabel('Confirm new password').fill('another');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm new password').fill('a-better-one');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel('Email address or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a-better-one');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('Games you can play')).toBeVisible();

  await page.goto(link.pathname + link.search);
  await expect(page.getByText('Used Link')).toBeVisible();
});

test('a mailed sign-in link signs in, once', async ({ page, server, openWindow }) => {
  const { email } = await givenPlayer(server);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email me a sign-in link' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(dialog.getByText('Link has been sent.')).toBeVisible();
  const { body } = await lastMail(server.database, email);
  const link = new URL(/https?:\/\/\S+/.exec(body)?.[0] ?? '');
  await page.goto(link.pathname + link.hash);
  await expect(page.getByText('Games you can play')).toBeVisible();

  const second = await openWindow();
  await second.goto(link.pathname + link.hash);
  await expect(second.getByText('This sign-in link cannot be used.')).toBeVisible();
});

test('log-in refuses in clear words', async ({ page, server }) => {
  const { email } = await givenPlayer(server);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeDisabled();
  const id = page.getByLabel('Email address or username');
  await id.fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Log In' }).click();
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription('Unauthorized. Please check your credentials.');
  await expect(password).toBeFocused();
  await id.fill('nobody@example.com');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(id).toHaveAccessibleDescription('User Not Found');
  await expect(id).toBeFocused();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Sign up', level: 1 })).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
});

test('sign-up checks what was typed, and refuses an e-mail that is taken', async ({ page, server }) => {
  const { email } = await givenPlayer(server);
  await page.goto('/signup');
  await expect(page.getByText('18 or older')).toBeVisible();
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByLabel('Email').fill('asha@nowhere');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('User with this email already exists')).toBeVisible();
  await page.getByRole('link', { name: 'Login here' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('name, picture and theme are one’s own', async ({ page, server }) => {
  const player = await givenPlayer(server);
  await openAs(page, player, '/account');
  await expect(page.getByText(`UID ${player.uid}`)).toBeVisible();
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(page.getByRole('radio')).toHaveCount(24);
  await page.getByLabel('Username').fill('Asha the Second');
  await page.getByRole('radio', { name: 'Avatar 7', exact: true }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('Asha the Second')).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Asha the Second')).toBeVisible();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a changed password ends the session, and logging out ends it too', async ({ page, server }) => {
  const player = await givenPlayer(server);
  await openAs(page, player, '/account/SettingCenter');
  await page.getByRole('link', { name: 'Change password' }).click();
  await page.getByLabel('Enter Old Password').fill('not the old one');
  await page.getByLabel('Enter New Password').fill('a-new-password');
  await page.getByLabel('Confirm New Password').fill('a-new-password');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Wrong Old Password')).toBeVisible();
  await page.getByLabel('Enter Old Password').fill(player.password);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Successfully updated password')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel('Email address or username').fill(player.email);
  await page.getByLabel('Password', { exact: true }).fill('a-new-password');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull();
  await page.goto('/wallet');
  await expect(page).toHaveURL(/\/rangoli$/);
});

test('feedback needs a rating and words, and is cleared when it is sent', async ({ page, server }) => {
  await openAs(page, await givenPlayer(server), '/account/Feedback');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Your rating' })).toHaveAccessibleDescription(
    'Please choose a rating.',
  );
  await expect(page.getByRole('radio', { name: '1 star' })).toBeFocused();
  await page.getByRole('radio', { name: '4 stars' }).check();
  await page.getByLabel('Your feedback').fill('I like that I can check each result.');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Feedback successfully submitted.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByLabel('Your feedback')).toHaveValue('');
});

test('notifications start with three samples; real ones come above them, live', async ({ page, server }) => {
  const player = await givenPlayer(server);
  await openAs(page, player, '/');
  await page.getByRole('link', { name: /^Notifications/ }).click();
  const messages = page.getByRole('list', { name: 'Notification' }).getByRole('listitem');
  await expect(messages).toHaveCount(3);
  await expect(messages.first()).toContainText('Sample');
  await expect.poll(async () => unreadOf(player)).toBe(0);
});

test('pending and finished items are updated live', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 100 });
  await openAs(page, player, '/activity');
  await expect(page.getByText("You haven't played any game yet.")).toBeVisible();
  await startOfNextRound(server);
  const { activeContest } = await player.execute('{ activeContest(gameType: SAPRE_HALF) { gameId period } }');
  for (const color of ['GREEN', 'RED']) {
    const bet = { gameId: activeContest.gameId, selection: { color }, amount: '10.00' };
    await player.perform('placeBet', bet, 'bet { id }');
  }
  await page.reload();
  await expect(page.getByText(activeContest.period)).toBeVisible();
  await expect(page.getByText('Game Result: Pending')).toBeVisible();
  await server.advance(30_000);
  await expect(page.getByText(/^₹(20|16) back of ₹20$/)).toBeVisible();
  await expect(page.getByText(/^Staked ₹20, returned ₹(20|16)$/)).toBeVisible();
  const finished = page.getByRole('list', { name: /^Finished games, / });
  await expect(finished.getByText(/^(₹0\.00|−₹4\.00)$/)).toBeVisible();
  await page.getByRole('link', { name: new RegExp(activeContest.period) }).click();
  await expect(page.getByRole('heading', { name: 'Check a result' })).toBeVisible();
  const bets = page.getByRole('region', { name: 'Your bets in this round' });
  await expect(bets.getByText(/^won, returned ₹(20|16)$/)).toBeVisible();
  await expect(bets.getByText('lost', { exact: true })).toBeVisible();
  await expect(bets.getByText(/^You staked ₹20, got ₹(20 back: ₹0|16 back: −₹4)$/)).toBeVisible();
});

test('a payment before the page subscribes is shown all the same', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 100 });
  await startOfNextRound(server);
  const { activeContest } = await player.execute('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
  await player.perform(
    'placeBet',
    { gameId: activeContest.gameId, selection: { color: 'RED' }, amount: '10.00' },
    'bet { id }',
  );
  // The page's socket stays silent until the round is over.
  const connects: (() => void)[] = [];
  await page.routeWebSocket(/graphql/, (socket) => {
    const held: (string | Buffer)[] = [];
    socket.onMessage((message) => held.push(message));
    connects.push(() => {
      const peer = socket.connectToServer();
      socket.onMessage((message) => peer.send(message));
      for (const message of held) peer.send(message);
    });
  });
  await openAs(page, player, '/activity');
  await expect(page.getByText('Game Result: Pending')).toBeVisible();
  await server.advance(30_000);
  await expect.poll(() => connects.length).toBeGreaterThan(0);
  await expect
    .poll(async () => (await player.execute('{ viewer { activeGames { contest { id } } } }')).viewer.activeGames)
    .toEqual([]);
  for (const connect of connects) connect();
  await expect(page.getByText('Game Result: Pending')).toBeHidden();
});

async function unreadOf(player: Awaited<ReturnType<typeof givenPlayer>>): Promise<number> {
  const { viewer } = await player.execute('{ viewer { unreadNotificationCount } }');
  return viewer.unreadNotificationCount as number;
}
