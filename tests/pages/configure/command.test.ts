import { beforeEach, describe, onTestFinished, test, vi } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { createScheduledJob } from '../../support/things/schedules';
import { expect } from '../support/expectations';
import type { Locator } from '../support/locator';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource, commandId } from '../support/source';
import { field } from '../support/steps';

withSandbox();

/** A command that no other journey uses, of a routine with a number and a JSON argument. */
async function ownCommand(suffix: string): Promise<number> {
  const name = `configured_${suffix}`;
  await changeSource(`
    create or replace function shop.${name}(amount integer, extra jsonb default '{}') returns integer
      language sql as 'select amount';
    grant execute on function shop.${name} to sample_runner`);
  return addCommand(name);
}

async function openConfigure(commandId: number): Promise<Locator> {
  await page.goto(builderPath(commandId));
  await page.getByRole('button', { name: 'Configure' }).click();
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await panel.getByLabel('Name', { exact: false }).first().waitFor();
  return panel;
}

/** Another person changes the command meanwhile. */
async function changeElsewhere(path: string, data: object): Promise<void> {
  await call('PATCH', `/${path}`, data);
}

const save = (panel: Locator) => panel.getByRole('button', { name: 'Save', exact: true }).click();

test('a command gets its name, texts, tag, and button', async () => {
  const panel = await openConfigure(await ownCommand('words'));
  await panel.getByRole('textbox', { name: 'Name' }).fill('Check an amount');
  await panel.getByRole('textbox', { name: 'Description' }).fill('Looks **twice** at it.');
  await panel.getByText('Preview', { exact: true }).click();
  await expect(panel.locator('strong', { hasText: 'twice' })).toBeVisible();
  await panel.getByRole('textbox', { name: 'Run button text' }).fill('Check');
  await panel.getByRole('button', { name: 'Safety', exact: true }).click();
  const safety = page.getByRole('dialog', { name: 'Safety' });
  await safety.getByRole('combobox', { name: 'What it does to data' }).click();
  await page.getByRole('option', { name: 'Slows down the database' }).click();
  await safety.getByRole('button', { name: 'Back to the previous panel' }).click();
  await expect(panel.getByText('Unsaved changes')).toBeVisible();
  await save(panel);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
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
});

test('S19 an engineer learns that an admin has to switch on running at startup', async () => {
  const ownId = await ownCommand('startup');
  const grant = { orgId: 'sandbox-1', commandId: ownId, userId: people.runner, role: 'admin' } as const;
  await prisma().commandUserGrant.create({ data: grant });
  await signInAs('runner');
  const panel = await openConfigure(ownId);
  await expect(panel.getByText('Only an admin of the organization can switch this on.')).toBeVisible();
  await expect(panel.getByLabel('Run on startup')).toBeDisabled();
});

test('an input gets its texts and a default of its own type', async () => {
  const panel = await openConfigure(await ownCommand('input'));
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await panel.getByRole('button', { name: /^amount/ }).click();
  const input = page.getByRole('dialog', { name: 'Edit amount' });
  await input.getByLabel('Default value').fill('ten');
  await expect(input.getByText('Must be a whole number')).toBeVisible();
  await expect(input.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await input.getByLabel('Default value').fill('10');
  await input.getByRole('textbox', { name: 'Name', exact: true }).fill('How much');
  await input.getByRole('textbox', { name: 'Note' }).fill('In whole euros');
  await save(input);
  await expect(page.getByRole('dialog', { name: /^Configure / })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  // The address says which panel is open, and is written a moment after it closes.
  await expect(page).not.toHaveURL(/panel=/);
  await page.reload();
  await expect(field('How much')).toHaveValue('10');
  await expect(page.getByText('In whole euros')).toBeVisible();
});

test('unsaved changes survive closing the panel and a reload, until they are discarded', async () => {
  const panel = await openConfigure(await ownCommand('draft'));
  await panel.getByRole('textbox', { name: 'Running message' }).fill('Counting...');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByText(/^Your changes to .* are not saved\. They are kept as a draft/)).toBeVisible();
  await expect(page).not.toHaveURL(/panel=/);
  await page.reload();
  await page.getByRole('button', { name: 'Configure' }).click();
  await expect(panel.getByRole('textbox', { name: 'Running message' })).toHaveValue('Counting...');
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await expect(panel.getByRole('tab', { name: /^Command ?Unsaved changes$/ })).toBeVisible();
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

test('a form is edited and saved while the storage of the browser is full', async () => {
  const panel = await openConfigure(await ownCommand('full'));
  const message = panel.getByRole('textbox', { name: 'Running message' });
  await message.fill('Counting');
  const full = vi.spyOn(Object.getPrototypeOf(localStorage), 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  await message.fill('Counting all');
  await expect(message).toHaveValue('Counting all');
  await save(panel);
  await expect(panel.getByText('Unsaved changes')).toBeHidden();
  await expect(message).toHaveValue('Counting all');
});

test('what is typed while a save is on its way stays as an unsaved change', async () => {
  const panel = await openConfigure(await ownCommand('meanwhile'));
  await panel.getByRole('textbox', { name: 'Running message' }).fill('Counting...');
  await save(panel);
  await panel.getByRole('textbox', { name: 'Description' }).fill('Typed next');
  await panel.getByRole('textbox', { name: 'Running message' }).fill('Still counting...');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await expect(panel.getByRole('textbox', { name: 'Description' })).toHaveValue('Typed next');
  await expect(panel.getByRole('textbox', { name: 'Running message' })).toHaveValue('Still counting...');
  await save(panel);
  await expect(panel.getByText('Unsaved changes')).toBeHidden();
  await expect(panel.getByRole('textbox', { name: 'Running message' })).toHaveValue('Still counting...');
});

/** Opens the changelog of a command whose description was changed twice: revision 1 is the state before that. */
async function openChangelog(suffix: string): Promise<{ panel: Locator; commandId: number }> {
  const commandId = await ownCommand(suffix);
  for (const description of ['First words', 'Second words']) {
    await changeElsewhere(`kits/${commandId}`, { description });
  }
  const panel = await openConfigure(commandId);
  await panel.getByRole('tab', { name: 'Changelog' }).click();
  return { panel, commandId };
}

test('a change shows its differences, and any revision can be viewed and restored', async () => {
  const { panel } = await openChangelog('revisions');
  const latest = panel.getByRole('list', { name: 'Changes' }).getByRole('listitem').first();
  await latest.getByText('1 difference').click();
  await expect(latest.getByRole('list', { name: 'Differences' })).toContainText('Second words');
  await panel.getByRole('button', { name: 'View revision 2' }).click();
  const revision = page.getByRole('dialog', { name: 'Revision 2', exact: true });
  await expect(revision.getByRole('region', { name: 'Differences from now' })).toContainText('First words');
  await expect(revision.getByRole('region', { name: 'Input amount' })).toContainText('Required?');
  await page.reload();
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

test('a long changelog has pages, and the address keeps the one that is open', async () => {
  const commandId = await ownCommand('changes');
  for (let change = 1; change <= 26; change += 1) {
    await changeElsewhere(`kits/${commandId}`, { description: `Words ${change}` });
  }
  const panel = await openConfigure(commandId);
  await panel.getByRole('tab', { name: 'Changelog' }).click();
  await panel.getByRole('button', { name: 'Older changes' }).click();
  const back = page.getByRole('button', { name: 'Back to the changelog' });
  await panel.getByRole('button', { name: 'View revision 2', exact: true }).click();
  await back.click();
  await expect(panel.getByRole('button', { name: 'View revision 2', exact: true })).toBeVisible();
  await page.reload();
  await expect(panel.getByRole('button', { name: 'View revision 2', exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Older changes' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Newer changes' }).click();
  await expect(panel.getByRole('button', { name: 'View revision 27', exact: true })).toBeVisible();
});

describe('while another person configures the same command', () => {
  test('the person sees the other changes, and chooses', async () => {
    const commandId = await ownCommand('both');
    const panel = await openConfigure(commandId);
    await panel.getByRole('textbox', { name: 'Name' }).fill('My name for it');
    await changeElsewhere(`kits/${commandId}`, { name: 'Their name for it', description: 'Theirs' });
    await save(panel);
    const notice = panel.getByRole('alert', { name: 'Changed meanwhile' });
    await expect(notice).toContainText('Their name for it');
    await expect(notice).toContainText('My name for it');
    await expect(notice).toContainText('Description is now: Theirs');
    await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await notice.getByRole('button', { name: 'Keep yours' }).click();
    await save(panel);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(notice).toBeHidden();
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'My name for it' })).toBeVisible();
    await expect(page.getByText('Theirs', { exact: true })).toBeVisible();
  });

  test('a conflicting restore is refused, shows the other changes, and can be tried again', async () => {
    const { panel, commandId } = await openChangelog('raced');
    await panel.getByRole('button', { name: 'View revision 2' }).click();
    const revision = page.getByRole('dialog', { name: 'Revision 2', exact: true });
    await revision.getByRole('region', { name: 'Differences from now' }).waitFor();
    await changeElsewhere(`kits/${commandId}`, { description: 'Their words' });
    const confirmation = page.getByRole('dialog', { name: 'Restore revision 2?' });
    await revision.getByRole('button', { name: 'Restore' }).click();
    await confirmation.getByRole('button', { name: 'Restore' }).click();
    await expect(revision.getByText('Someone else has changed this in the meantime.')).toBeVisible();
    await expect(revision.getByRole('region', { name: 'Differences from now' })).toContainText('Their words');
    await revision.getByRole('button', { name: 'Restore' }).click();
    await confirmation.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('Restored revision 2.')).toBeVisible();
  });

  test('the other changes can stay', async () => {
    const commandId = await ownCommand('theirs');
    const panel = await openConfigure(commandId);
    await panel.getByRole('textbox', { name: 'Name' }).fill('My name for it');
    await changeElsewhere(`kits/${commandId}`, { name: 'Their name for it' });
    await save(panel);
    await panel.getByRole('button', { name: 'Take theirs' }).click();
    await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('Their name for it');
    await expect(panel.getByText('Unsaved changes')).toBeHidden();
  });
});

test('what was not saved belongs to the person who typed it, and not to the next one on the browser', async () => {
  const id = await ownCommand('left');
  const { engineer: userId } = people;
  const membership = { orgId_userId: { orgId: SANDBOX.orgId, userId } };
  await prisma().membership.update({ where: membership, data: { role: 'admin' } });
  const panel = await openConfigure(id);
  const message = panel.getByRole('textbox', { name: 'Running message' });
  await message.fill('Counting...');
  await expect(panel.getByText('Unsaved changes')).toBeVisible();

  await signInAs('engineer');
  await openConfigure(id);
  await expect(message).toHaveValue('');
  await expect(panel.getByText('Unsaved changes')).toBeHidden();
  await signInAs('admin');
  await openConfigure(id);
  await expect(message).toHaveValue('Counting...');
  await prisma().membership.update({ where: membership, data: { role: 'member' } });
});

describe('a runner', () => {
  beforeEach(() => signInAs('runner'));

  test('configures nothing, not even by the address', async () => {
    const id = await commandId('Look up products');
    await page.goto(builderPath(id, `&panel=configure:${id}`));
    await expect(page.getByText('Only engineers can configure a command')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Configure' })).toHaveCount(0);
  });
});

test('who deletes a command sees what needs it first', async () => {
  const id = await ownCommand('needed');
  const orders = await prisma().command.findFirstOrThrow({ where: { name: 'Find orders' } });
  const { orgId, createdByUserId } = orders;
  await prisma().decoration.create({
    data: {
      orgId,
      commandId: orders.commandId,
      kind: 'row',
      name: 'Adjust',
      targetCommandId: id,
      createdByUserId,
    },
  });
  const nextRunAt = new Date('2027-03-01T03:00:00Z');
  await createScheduledJob(orgId, id, createdByUserId, { name: 'Clean-up', nextRunAt });
  const panel = await openConfigure(id);
  await panel.getByRole('button', { name: 'Delete this command' }).click();
  const question = page.getByRole('dialog', { name: /^Delete “/ });
  await expect(question).toContainText('The button “Adjust” on results of “Find orders” disappears.');
  await expect(question).toContainText(
    /The scheduled job “Clean-up” of .*, which would run next on \w+, \w+ \d+, /,
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toBeVisible();
});

test('a command that nothing needs says so', async () => {
  const panel = await openConfigure(await ownCommand('alone'));
  await panel.getByRole('button', { name: 'Delete this command' }).click();
  const question = page.getByRole('dialog', { name: /^Delete “/ });
  await expect(question).toContainText('Nothing else needs it.');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(/^Deleted “.*”\. Its history is kept\.$/)).toBeVisible();
});
