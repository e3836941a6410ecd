import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';

test('the REST API can be read and tried at /rest, with nothing from elsewhere', async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  await page.goto('/rest');
  await expect(page.getByRole('heading', { name: /REST API/ })).toBeVisible();

  const operation = page.locator('#operations-auth-login');
  await operation.getByRole('button', { name: 'POST /auth/login Sign in' }).click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('textbox').fill('{"id": "admin@rangoli.local", "password": "test-admin-password"}');
  await operation.getByRole('button', { name: 'Execute' }).click();
  await expect(operation.locator('.live-responses-table')).toContainText('accessToken');
  expect(elsewhere).toEqual([]);
});
