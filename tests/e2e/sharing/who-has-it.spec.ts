import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/journey';
import { call, grant, MARIA, openShare, ownCommand } from '../support/sharing';
import { holdRequests, SANDBOX } from '../support/steps';

test('a message says that the link of a command is being sent, until it was', { tag: '@long' }, async ({
  page,
}) => {
  const command = await ownCommand(page, 'link');
  await grant(page, command.id, MARIA, 'runner');
  const panel = await openShare(page, command, '&share-tab=shared-with');
  const letThrough = await holdRequests(page, `**/kits/${command.id}/send_link`);
  await panel.getByRole('button', { name: 'Send link to Maria Keller' }).click();
  await expect(page.getByText('Sending email...')).toBeVisible();
  letThrough();
  await expect(page.getByText('Sent to maria@pushboard.example')).toBeVisible();
});

test.describe('a public command', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('has a link that a press copies to the clipboard', { tag: '@long' }, async ({ page }) => {
    const command = await ownCommand(page, 'public');
    await call(page, 'PATCH', `/kits/${command.id}`, { visibility: 'public' });
    const panel = await openShare(page, command, '&share-tab=link');
    await panel.getByRole('textbox', { name: 'Link', exact: true }).waitFor();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Copied to clipboard!')).toBeVisible();
    await expect(panel).toBeHidden();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      new RegExp(`^http.*/${SANDBOX.slug}/builder\\?id=${command.id}$`),
    );
  });
});
