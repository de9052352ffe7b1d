import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { addCommand, changeSource } from '../support/sample-source';
import { isLive, SANDBOX } from '../support/steps';

/** A command that no other journey uses, of a routine with a number and a JSON argument. */
async function ownCommand(page: Page, suffix: string): Promise<number> {
  const name = `configured_${suffix}_${process.pid}`;
  await changeSource(`
    create or replace function shop.${name}(amount integer, extra jsonb default '{}') returns integer
      language sql as 'select amount';
    grant execute on function shop.${name} to sample_runner`);
  return addCommand(page.request, name);
}

async function openConfigure(page: Page, commandId: number): Promise<Locator> {
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  await page.getByRole('button', { name: 'Configure' }).click();
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await panel.getByLabel('Name', { exact: false }).first().waitFor();
  return panel;
}

/** Another person changes the command meanwhile. */
async function changeElsewhere(page: Page, path: string, data: object): Promise<void> {
  const headers = { 'x-demo-user-id': people.admin };
  const response = await page.request.patch(`/api/v1/${SANDBOX.orgId}/${path}`, { headers, data });
  expect(response.ok()).toBe(true);
}

test('in a wide window, the panel of an input stays after saving, and the list next to it leads to the next', {
  tag: '@long',
}, async ({ page }) => {
  const panel = await openConfigure(page, await ownCommand(page, 'input'));
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await panel.getByRole('button', { name: /^amount/ }).click();
  const input = page.getByRole('dialog', { name: 'Edit Amount' });
  await input.getByRole('textbox', { name: 'Note' }).fill('In whole euros');
  await input.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(input.getByText('All changes saved')).toBeVisible();
  await input.getByRole('navigation', { name: 'Inputs' }).getByRole('button', { name: 'Extra' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit extra' })).toBeVisible();
});

/** Opens the changelog of a command whose description was changed twice: revision 1 is the state before that. */
async function openChangelog(page: Page, suffix: string): Promise<{ panel: Locator; commandId: number }> {
  const commandId = await ownCommand(page, suffix);
  for (const description of ['First words', 'Second words']) {
    await changeElsewhere(page, `kits/${commandId}`, { description });
  }
  const panel = await openConfigure(page, commandId);
  await panel.getByRole('tab', { name: 'Changelog' }).click();
  return { panel, commandId };
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });

  test('a command and its inputs are configured without scrolling sideways', { tag: '@long' }, async ({
    page,
  }) => {
    const panel = await openConfigure(page, await ownCommand(page, 'phone'));
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await panel.getByRole('tab', { name: 'Inputs' }).click();
    await panel.getByRole('button', { name: /^extra/ }).click();
    await page.getByRole('dialog', { name: 'Edit extra' }).getByRole('textbox', { name: 'Note' }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('a revision is viewed without scrolling sideways', { tag: '@long' }, async ({ page }) => {
    const { panel } = await openChangelog(page, 'phone_revision');
    await panel.getByText('1 difference').first().click();
    await expectNoSidewaysScroll(page);
    await panel.getByRole('button', { name: 'View revision 2' }).click();
    await page.getByRole('region', { name: 'All settings' }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
