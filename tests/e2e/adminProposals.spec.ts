import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { writeThreshold } from '../support/thresholds.ts';
import { randomName } from '../support/world/mails.ts';
import { givenAdmin, givenAnotherAdmin, givenPlayer, requestWithdrawal } from '../support/world/people.ts';

test.afterEach(({ server }) => writeThreshold(server.database, 'payout', null));

for (const width of [1280, 360]) {
  test(`a proposed payout is confirmed with all that is known of it, and listed as confirmed, at ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const shared = `ring${width}@okbank`;
    const name = randomName('Kabir');
    const [player, other] = [
      await givenPlayer(server, { rupees: 1_500, name }),
      await givenPlayer(server, { rupees: 300, name: 'Other Person' }),
    ];
    const { id } = await requestWithdrawal(player, 1_200, shared);
    await requestWithdrawal(other, 200, shared);
    const maker = await givenAnotherAdmin(server);
    const admin = await givenAdmin(server);
    const flag = { userId: player.id, flag: 'WATCH', on: true, reason: 'Looks odd to us.' };
    await admin.perform('setPlayerFlag', flag, '__typename');
    await writeThreshold(server.database, 'payout', 100_000);
    const decision = { transactionId: id, decision: 'APPROVE' };
    expect(await maker.perform('decideTransaction', decision, 'proposed')).toMatchObject({ proposed: true });

    await openAs(page, admin, '/admin/proposals', { userType: 'admin' });
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `Confirm ₹1,200: ${shared}` }) });
    await expect(card).toContainText(name);
    await expect(card).toContainText(player.uid);
    await expect(card).toContainText('₹300.00');
    await expect(card).toContainText('Watch');
    await expect(card).toContainText('Other Person');
    await expect(card).toContainText('No line of a bank statement is matched with it.');
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);

    await card.getByRole('link', { name: `Open the payment: ${shared}` }).click();
    await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(id)}`));
    await expect(page.getByText(shared).first()).toBeVisible();
    await expect(page.getByText('Other Person')).toHaveCount(0);
    await page.goBack();

    await card.getByRole('button', { name: `Confirm ₹1,200: ${shared}` }).click();
    const ended = page.getByRole('article', { name: `Payout: ${shared}` });
    await expect(ended).toContainText('Confirmed');
    await expect(ended).toContainText('Primary admin');
  });
}
