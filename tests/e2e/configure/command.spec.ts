import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { addCommand, changeSource } from '../support/sample-source';
import { builderPath, field, isLive, SANDBOX } from '../support/steps';

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

const save = (panel: Locator) => panel.getByRole('button', { name: 'Save', exact: true }).click();

test('a command gets its name, texts, tag, and button', async ({ page }) => {
  const panel = await openConfigure(page, await ownCommand(page, 'words'));
  await expectAccessible(page);
  await panel.getByRole('textbox', { name: 'Name' }).fill('Check an amount');
  await panel.getByRole('textbox', { name: 'Description' }).fill('Looks **twice** at it.');
  await panel.getByText('Preview', { exact: true }).click();
  await expect(panel.locator('strong', { hasText: 'twice' })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('textbox', { name: 'Run button text' }).fill('Check');
  await panel.getByRole('button', { name: 'Safety', exact: true }).click();
  const safety = page.getByRole('dialog', { name: 'Safety' });
  await safety.getByRole('combobox', { name: 'What it does to data' }).click();
  await page.getByRole('option', { name: 'Slows down the database' }).click();
  await safety.getByRole('button', { name: 'Back to the previous panel' }).click();
  await expect(panel.getByText('Unsaved changes')).toBeVisible();
  await save(panel);
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  await expect(panel.getByText('Unsaved changes')).toBeHidden();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Check an amount' })).toBeVisible();
  await expect(page.getByText('Slows down the database')).toBeVisible();
  await expect(page.locator('strong', { hasText: 'twice' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Configure' }).click();
  await panel.getByRole('tab', { name: 'Changelog' }).click();
  const changes = panel.getByRole('list', { name: 'Changes' });
  await expect(changes.getByRole('listitem').last()).toContainText(/^Created.*Dana Lee/);
  await expect(changes).toContainText(/Changed: .*description/);
  await expect(changes).toContainText(/Changed: .*warning/);
  await expectAccessible(page);
});

test('an input gets its texts and a default of its own type', { tag: '@long' }, async ({ page }) => {
  const panel = await openConfigure(page, await ownCommand(page, 'input'));
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await panel.getByRole('button', { name: /^amount/ }).click();
  // The panel is named after the input, which gets a name of its own here.
  const input = page.getByRole('dialog', { name: /^Edit (Amount|How much)$/ });
  await expectAccessible(page);
  await input.getByLabel('Default value').fill('ten');
  await expect(input.getByText('Must be a whole number')).toBeVisible();
  await expect(input.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await input.getByLabel('Default value').fill('10');
  await input.getByRole('textbox', { name: 'Name', exact: true }).fill('How much');
  await input.getByRole('textbox', { name: 'Note' }).fill('In whole euros');
  await save(input);
  await expect(input.getByText('All changes saved')).toBeVisible();
  // The list next to it leads on.
  await input.getByRole('navigation', { name: 'Inputs' }).getByRole('button', { name: 'Extra' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit extra' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  // The address says which panel is open, and is written a moment after it closes.
  await expect(page).not.toHaveURL(/panel=/);
  await page.reload();
  await expect(field(page, 'How much')).toHaveValue('10');
  await expect(page.getByText('In whole euros')).toBeVisible();
});

test('unsaved changes survive closing the panel and a reload, until they are discarded', {
  tag: '@long',
}, async ({ page }) => {
  const panel = await openConfigure(page, await ownCommand(page, 'draft'));
  await panel.getByRole('textbox', { name: 'Running message' }).fill('Counting...');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByText(/^Your changes to .* are not saved\. They are kept as a draft/)).toBeVisible();
  await expect(page).not.toHaveURL(/panel=/);
  await page.reload();
  await isLive(page);
  await page.getByRole('button', { name: 'Configure' }).click();
  await expect(panel.getByRole('textbox', { name: 'Running message' })).toHaveValue('Counting...');
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await expect(panel.getByRole('tab', { name: 'Command Unsaved changes' })).toBeVisible();
  await panel.getByRole('button', { name: /^extra/ }).click();
  const input = page.getByRole('dialog', { name: 'Edit extra' });
  await input.getByRole('textbox', { name: 'Tooltip' }).fill('Anything else');
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('button', { name: /^extra/ })).toContainText('Unsaved');
  await panel.getByRole('tab', { name: 'Command' }).click();
  await panel.getByRole('button', { name: 'Discard' }).click();
  await expect(panel.getByRole('textbox', { name: 'Running message' })).toHaveValue('');
  await expect(panel.getByText('Unsaved changes')).toBeHidden();
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

test('a change shows its differences, and any revision can be viewed and restored', { tag: '@long' }, async ({
  page,
}) => {
  const { panel } = await openChangelog(page, 'revisions');
  const latest = panel.getByRole('list', { name: 'Changes' }).getByRole('listitem').first();
  await latest.getByText('1 difference').click();
  await expect(latest.getByRole('list', { name: 'Differences' })).toContainText('Second words');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'View revision 2' }).click();
  const revision = page.getByRole('dialog', { name: 'Revision 2', exact: true });
  await expect(revision.getByRole('region', { name: 'Differences from now' })).toContainText('First words');
  await expect(revision.getByRole('region', { name: 'Input amount' })).toContainText('Required?');
  await expectAccessible(page);
  await page.reload();
  await isLive(page);
  await revision.getByRole('button', { name: 'Restore' }).click();
  await page
    .getByRole('dialog', { name: 'Restore revision 2?' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(page.getByText('Restored revision 2.')).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Changes' })).toContainText('Restored revision 2');
  await panel.getByRole('tab', { name: 'Command' }).click();
  await expect(panel.getByRole('textbox', { name: 'Description' })).toHaveValue('First words');
});

test('a long changelog has pages, and the address keeps the one that is open', { tag: '@long' }, async ({
  page,
}) => {
  const commandId = await ownCommand(page, 'changes');
  for (let change = 1; change <= 26; change += 1) {
    await changeElsewhere(page, `kits/${commandId}`, { description: `Words ${change}` });
  }
  const panel = await openConfigure(page, commandId);
  await panel.getByRole('tab', { name: 'Changelog' }).click();
  await panel.getByRole('button', { name: 'Older changes' }).click();
  const back = page.getByRole('button', { name: 'Back to the changelog' });
  await panel.getByRole('button', { name: 'View revision 2', exact: true }).click();
  await back.click();
  await expect(panel.getByRole('button', { name: 'View revision 2', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await isLive(page);
  await expect(panel.getByRole('button', { name: 'View revision 2', exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Older changes' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Newer changes' }).click();
  await expect(panel.getByRole('button', { name: 'View revision 27', exact: true })).toBeVisible();
});

test.describe('while another person configures the same command', () => {
  test.use({ expectedComplaints: [/409/] });

  test('the person sees the other changes, and chooses', { tag: '@long' }, async ({ page }) => {
    const commandId = await ownCommand(page, 'both');
    const panel = await openConfigure(page, commandId);
    await panel.getByRole('textbox', { name: 'Name' }).fill('My name for it');
    await changeElsewhere(page, `kits/${commandId}`, { name: 'Their name for it', description: 'Theirs' });
    await save(panel);
    const notice = panel.getByRole('alert', { name: 'Changed meanwhile' });
    await expect(notice).toContainText('Their name for it');
    await expect(notice).toContainText('My name for it');
    await expect(notice).toContainText('Description is now: Theirs');
    await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await expectAccessible(page);
    await notice.getByRole('button', { name: 'Keep yours' }).click();
    await save(panel);
    await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
    await expect(notice).toBeHidden();
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'My name for it' })).toBeVisible();
    await expect(page.getByText('Theirs', { exact: true })).toBeVisible();
  });

  test('a conflicting restore is refused, shows the other changes, and can be tried again', {
    tag: '@long',
  }, async ({ page }) => {
    const { panel, commandId } = await openChangelog(page, 'raced');
    await panel.getByRole('button', { name: 'View revision 2' }).click();
    const revision = page.getByRole('dialog', { name: 'Revision 2', exact: true });
    await revision.getByRole('region', { name: 'Differences from now' }).waitFor();
    await changeElsewhere(page, `kits/${commandId}`, { description: 'Their words' });
    const confirmation = page.getByRole('dialog', { name: 'Restore revision 2?' });
    await revision.getByRole('button', { name: 'Restore' }).click();
    await confirmation.getByRole('button', { name: 'Restore' }).click();
    await expect(revision.getByText('Someone else has changed this in the meantime.')).toBeVisible();
    await expect(revision.getByRole('region', { name: 'Differences from now' })).toContainText('Their words');
    await revision.getByRole('button', { name: 'Restore' }).click();
    await confirmation.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('Restored revision 2.')).toBeVisible();
  });

  test('the other changes can stay', { tag: '@long' }, async ({ page }) => {
    const commandId = await ownCommand(page, 'theirs');
    const panel = await openConfigure(page, commandId);
    await panel.getByRole('textbox', { name: 'Name' }).fill('My name for it');
    await changeElsewhere(page, `kits/${commandId}`, { name: 'Their name for it' });
    await save(panel);
    await panel.getByRole('button', { name: 'Take theirs' }).click();
    await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('Their name for it');
    await expect(panel.getByText('Unsaved changes')).toBeHidden();
  });
});

test.describe('a runner', () => {
  test.use({ as: 'runner' });

  test('configures nothing, not even by the address', { tag: '@long' }, async ({ page }) => {
    const path = await builderPath(page, 'Look up products');
    const commandId = /\d+$/.exec(path)?.[0];
    await page.goto(`${path}&panel=configure:${commandId}`);
    await expect(page.getByText('Only engineers can configure a command')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Configure' })).toHaveCount(0);
  });
});

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
