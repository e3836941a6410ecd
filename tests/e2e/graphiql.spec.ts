import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { deposit, givenPlayer } from '../support/world/people.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const run = (page: Page) => page.getByRole('button', { name: /Execute query/ }).click();
const result = (page: Page) => page.getByRole('region', { name: /Result|response/i });

test('GraphiQL explains the API and listens to it, with nothing from elsewhere', async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
  });
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(new URL(worker.url()).pathname));
  await page.goto('/graphiql');

  await run(page);
  await expect(result(page)).toContainText('contestChanged');
  await expect(result(page)).toContainText('gameId');

  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await page.getByRole('link', { name: 'Query', exact: true }).click();
  await expect(page.getByText('Everything that can be read.')).toBeVisible();
  await expect.poll(() => workers).toContain('/graphiql/graphql.worker.js');
  expect(elsewhere).toEqual([]);
});

test('the token in GraphiQL’s headers goes with subscriptions too', async ({ page, server }) => {
  const player = await givenPlayer(server);
  const headers = JSON.stringify({ authorization: `Bearer ${player.accessToken}` });
  await page.addInitScript((kept) => localStorage.setItem('graphiql:headers', kept), headers);
  await page.goto(`/graphiql?query=${encodeURIComponent('subscription { walletChanged { available } }')}`);
  await run(page);
  await expect(async () => {
    await deposit(server, player, 75);
    await expect(result(page)).toContainText('walletChanged', { timeout: 1_000 });
  }).toPass();
});
