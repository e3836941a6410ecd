import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { provenLogPart } from '../support/provenRound.ts';
import { publishedBets, publishedRound } from '../support/publishedRound.ts';

const jsonLines = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

async function choose(page: Page, label: string, text: string | Buffer): Promise<void> {
  await page.getByLabel(label).setInputFiles({ name: 'file.jsonl', mimeType: '', buffer: Buffer.from(text) });
}

test('the verifier of the browser works from the disk, without a network', async ({ page, server, context }, info) => {
  const response = await fetch(new URL('/verify.html', server.url));
  const html = Buffer.from(await response.arrayBuffer());
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; .*frame-ancestors 'none'$/);
  const listed = await (await fetch(new URL('/verifiers.txt', server.url))).text();
  expect(listed).toContain(`${createHash('sha256').update(html).digest('hex')}  verify.html\n`);
  const python = await readFile('web/verify/verify.py');
  expect(listed).toContain(`${createHash('sha256').update(python).digest('hex')}  verify.py\n`);
  expect(await (await fetch(new URL('/verify.py', server.url))).text()).toBe(python.toString());

  const saved = info.outputPath('verify.html');
  await writeFile(saved, html);
  await context.setOffline(true);
  await page.goto(pathToFileURL(saved).href);
  const round = await publishedRound();
  await choose(page, 'File of the rounds', gzipSync(jsonLines([round])));
  await choose(page, 'File of the bets', jsonLines(publishedBets));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('Every check that needs no log holds.')).toBeVisible();
  await expect(page.getByText('1 rounds, sapreHalf-202601010001 to sapreHalf-202601010001.')).toBeVisible();
  for (const row of ['The public beacon has signed', 'opens the seed as it was published', 'The hash of all bets'])
    await expect(page.getByRole('row', { name: row })).toHaveText(/100$/);
  await expect(page.getByRole('row', { name: 'are entries of the public log' })).toHaveText(/000$/);

  await choose(page, 'File of the log', await provenLogPart());
  const other = ['{"first":0,"last":7}', '{"v":1,"type":"opened","gameId":"sapreOne-202601010001"}'];
  await choose(page, 'Files of the log of the other two games', `${other.join('\n')}\n`);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('Every check holds.')).toBeVisible();
  await expect(page.getByText('Log rangoli.example/log, 7 entries, key rangoli.example/log+')).toBeVisible();
  await expect(page.getByText('Of these, 0 are in the chosen files of other games, 0 beside')).toBeVisible();
  for (const row of ['are entries of the public log', 'more than half of the witnesses confirmed'])
    await expect(page.getByRole('row', { name: row })).toHaveText(/100$/);

  await choose(page, 'File of the rounds', jsonLines([{ ...round, winningNumber: 2, payouts: '20.00' }]));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('2 faults.')).toBeVisible();
  for (const step of ['The number follows', 'Opening, root, result and payment are entries'])
    await expect(page.getByText(`sapreHalf-202601010001: does not hold: ${step}`)).toBeVisible();

  await choose(page, 'File of the rounds', 'no rounds\n');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('status')).toHaveText('The file can’t be read. line 1: not JSON');
});

test('the served verifier runs its own script under its policy', async ({ page }) => {
  await page.goto('/verify.html');
  await expect(page.getByRole('heading', { name: 'Check a month of rounds' })).toBeVisible();
  await expect(page.getByLabel('Public key of the beacon')).toHaveValue(/^83cf0f28/);
});
