import { expect, type Page } from '@playwright/test';
import type { Language } from '../../web/messages/locales.ts';
import { givenPast, haveWidestResults } from '../screens/past.ts';
import { screens, type Scene, type Screen } from '../screens/screens.ts';
import { visit } from '../screens/visit.ts';
import { test } from '../support/browserTest.ts';
import { lastMail, randomEmail } from '../support/world/mails.ts';
import { misfitsInAllFonts } from '../support/fallbackFonts.ts';
import { findLatin } from '../support/misfits.ts';
import { openAs } from '../support/openAs.ts';
import { findUntranslatable } from '../support/pageTranslator.ts';
import { ADMIN, givenPlayer } from '../support/world/people.ts';

const NARROW = { width: 320, height: 700 };

/** What is written in Latin letters in Hindi too: names and marks, and what people of the tests have written. */
const latin = [
  /\S+@\S+/,
  /\b(Asha Rao|Ravi Nair|Rangoli Games|HDFC0001234|UTR\d+|MANUAL|sapre\w+(-\d*)?(-\d\d\.jsonl)?|colour-pf\/\d|\w+\*+\w+)(?!\w)/,
  /I paid ₹500.*|The reference is.*|Thank you, Asha.*|Quick answers.*|It is late again\./,
  // In the operator's words.
  /कारण: .*/,
  // The public log's name.
  /127\.0\.0\.1:\d+\/log/,
  // The release.
  /\b\d+\.\d+\.\d+(-rc\.\d+)?/,
  // What the test's requests call their program, among a player's sign-ins.
  /\bnode\b/,
  // The name of an uploaded file.
  /\bdocument\.png\b/,
  /\b(UPI|IFSC|UID|QR|ID|PNG|JPEG|WebP|PDF|CSV|JSON|MB|kB|SHA-256|Rangoli|English|am|pm)\b/,
  /\b[0-9a-f]{6,}(?![g-z])/,
];
const known = latin.map(({ source }) => source).join('|');

/** Screens whose state is reached by breaking the connection, or later in a round: they show no other words. */
const left = ['transactions-failed', 'unreachable', 'game-last-seconds', 'game-operator', 'game-cancel', 'game-won'];
const isShown = ({ name, viewer }: Screen) => viewer !== 'admin' && !left.includes(name);

test('every screen fits into 320 px in Hindi, and has no English word', async ({ page, server }) => {
  test.slow();
  const scene: Scene = { server, people: await givenPast(server) };
  await haveWidestResults(server, scene.people);
  for (const person of [scene.people.newcomer, scene.people.player]) {
    await person.perform('updateProfile', { language: 'HI' }, 'user { language }');
  }
  await page.setViewportSize(NARROW);
  await speak(page, 'hi');
  const problems: string[] = [];
  for (const viewer of ['nobody', 'newcomer', 'player'] as const) {
    await openAs(page, viewer === 'nobody' ? null : scene.people[viewer], viewer === 'nobody' ? '/login' : '/wallet');
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    for (const screen of screens.filter((one) => one.viewer === viewer && isShown(one))) {
      await visit(page, screen, scene, { within: true });
      const found = await misfitsInAllFonts(page);
      found.push(...(await page.evaluate(findUntranslatable)));
      found.push(...(await page.evaluate(findLatin, known)).map((text) => `English: ${text}`));
      problems.push(...found.map((problem) => `${screen.name}: ${problem}`));
    }
  }
  expect(problems).toEqual([]);
});

function speak(page: Page, language: Language): Promise<void> {
  const cookie = { name: 'language', value: language, domain: '127.0.0.1', path: '/' };
  return page.context().addCookies([cookie]);
}

const logIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel(/^(Email address or username|ईमेल या नाम)$/).fill(email);
  await page.getByLabel(/^(Password|पासवर्ड)$/).fill(password);
  await page.getByRole('button', { name: /^(Log In|लॉग इन करें)$/ }).click();
};

test('a language chosen before signing in becomes that of the account, and follows it to other browsers', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server);
  const language = async () => (await player.execute('{ viewer { user { language } } }')).viewer.user.language;
  const html = page.locator('html');
  await page.goto('/rangoli');
  await expect(html).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await expect(html).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('heading', { name: 'Rangoli में आपका स्वागत है' })).toBeVisible();
  await page.getByRole('link', { name: 'लॉग इन करें' }).click();
  await logIn(page, player.email, player.password);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'वॉलेट' })).toBeVisible();
  await expect.poll(language).toBe('HI');

  const other = await openWindow();
  await other.goto('/login');
  await logIn(other, player.email, player.password);
  await expect(other.getByRole('navigation').getByRole('link', { name: 'वॉलेट' })).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('lang', 'hi');

  await page.goto('/account/SettingCenter');
  await page.getByRole('radio', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Settings Center' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'en');
  expect(await language()).toBe('EN');
});

test('who registers in Hindi gets a mail in Hindi; refusals are in Hindi; the back office is in English', async ({
  page,
  server,
}) => {
  await speak(page, 'hi');
  const email = randomEmail();
  await page.goto('/signup');
  await page.getByLabel('ईमेल').fill(email);
  await page.getByLabel('नाम').fill('आशा राव');
  await page.getByRole('button', { name: 'खाता बनाएँ' }).click();
  await expect(page.getByRole('article', { name: 'आपका Rangoli पासवर्ड' })).toBeVisible();
  expect((await lastMail(server.database, email)).body).toContain('नमस्ते आशा राव');
  await page.goto('/signup');
  await page.getByLabel('ईमेल').fill(email);
  await page.getByLabel('नाम').fill('आशा राव');
  await page.getByRole('button', { name: 'खाता बनाएँ' }).click();
  await expect(page.getByText(/^इस ईमेल से खाता पहले से बना है/)).toBeVisible();
  await page.goto('/login');
  await logIn(page, ADMIN.email, ADMIN.password);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
