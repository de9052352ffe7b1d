import { expect, type Locator } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { call, grant, MARIA, openShare, ownCommand, recipients, rowOf, share } from '../support/sharing';
import { findAndChoose, holdRequests, isLive } from '../support/steps';

test('what comes of sharing is said next to the panel, not over it', async ({ page }) => {
  const command = await ownCommand(page, 'whole');
  const panel = await openShare(page, command);
  await findAndChoose(recipients(panel), 'KELL', /Maria Keller/);
  await panel.getByRole('textbox', { name: 'Note' }).fill('For the month end.');
  await expectAccessible(page);
  const letThrough = await holdRequests(page, `**/kits/${command.id}/share`);
  await share(panel).click();
  await expect(page.getByText('Sharing...')).toBeVisible();
  letThrough();
  const told = page.getByText('Successfully shared with Maria Keller');
  await expect(told).toBeVisible();
  // It slides into place, so only its final position counts.
  await expect.poll(async () => (await edges(panel)).left - (await edges(told)).right).toBeGreaterThan(0);
  // The progress is not shown next to the outcome, and neither covers the panel.
  await expect(page.getByText('Sharing...')).toBeHidden();
  await panel.getByRole('tab', { name: 'Shared with' }).click();
  await expect(panel.getByLabel('Role of Maria Keller')).toBeVisible();
  await expectAccessible(page);
});

/** The left and right edges of a locator's elements, in pixels of the page. */
async function edges(shown: Locator): Promise<{ left: number; right: number }> {
  const box = await shown.boundingBox();
  if (box === null) throw new Error('It is not on the page');
  return { left: box.x, right: box.x + box.width };
}

test('by keyboard alone, with typed values kept over a reload', async ({ page }) => {
  const command = await ownCommand(page, 'keys');
  const panel = await openShare(page, command);
  await expect(recipients(panel)).toBeFocused();
  await page.keyboard.type('maria@pushboard.example');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Leave out Maria Keller' })).toBeVisible();
  await page.keyboard.type('okaf');
  await page.getByRole('option', { name: /Jonas Okafor/ }).waitFor();
  // Those of an earlier text may stand above him.
  await expect(page.getByRole('option').filter({ hasNotText: 'okaf' })).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Leave out Jonas Okafor' })).toBeVisible();
  await page.reload();
  await isLive(page);
  // The field takes the focus once the panel has loaded.
  await expect(recipients(panel)).toBeFocused();
  // Each recipient has a role next to their chip.
  await panel.getByRole('button', { name: /^Jonas Okafor becomes Runner/ }).focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: /^Jonas Okafor becomes Engineer/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search or jump to' }).fill('Share this command');
  // Enter opens the chosen row, which is chosen a moment after it is found.
  await expect(page.getByRole('dialog').locator('[data-selected]')).toHaveText(/^Share this command/);
  await page.keyboard.press('Enter');
  await expect(recipients(panel)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Successfully shared with 2 people')).toBeVisible();
  const { users } = await call(page, 'GET', `/kits/${command.id}/users`);
  const roleOf = (userId: string) => users.find((one: { user_id: string }) => one.user_id === userId)?.role;
  expect([roleOf(people.engineer), roleOf(MARIA)]).toEqual(['admin', 'runner']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('sharing fits, with long names', { tag: '@long' }, async ({ page }) => {
    const command = await ownCommand(page, 'phone');
    await grant(page, command.id, MARIA, 'runner');
    const name = 'Kundendienst und Rücksendungen Österreich, Liechtenstein und Südtirol';
    const { group_id: groupId } = await call(page, 'POST', '/groups', { name });
    await call(page, 'POST', `/kits/${command.id}/share`, { groups: [{ groupId }] });
    const panel = await openShare(page, command);
    await panel.getByRole('tab', { name: 'Shared with' }).click();
    await expect(panel.getByLabel('Role of Maria Keller')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    // A long name wraps: it is shown in full, and its row grows.
    const shown = panel.getByRole('table', { name: 'Groups' }).getByText(name);
    expect(await shown.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
    expect((await rowOf(panel, 'Groups', name).boundingBox())?.height).toBeGreaterThan(60);
    await panel.getByRole('tab', { name: 'Share', exact: true }).click();
    await findAndChoose(recipients(panel), 'jonas', /Jonas Okafor/);
    await recipients(panel).fill('somebody.with.a.very.long.address.indeed@a-partner-of-ours.example');
    await recipients(panel).press('Enter');
    await expect(panel.getByRole('region', { name: 'Not in Sandbox yet' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await call(page, 'DELETE', `/groups/${groupId}`);
  });
});
