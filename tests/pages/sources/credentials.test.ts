import { beforeEach, describe, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { loseKeys } from '../../support/things/lost-keys';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';

withSandbox();

const credentials = `/${SANDBOX.slug}/credentials`;

test('an admin finds the connections in their own menu and the organization menu, and tests one', async () => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await page.getByRole('button', { name: /^Organization: / }).click();
  await page.getByRole('menuitem', { name: 'Credentials' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Credentials' })).toBeVisible();
  await page.getByRole('button', { name: /^Organization: / }).click();
  // The open page is marked, and has the focus.
  const here = page.getByRole('group', { name: 'Build' }).getByRole('menuitem', { name: 'Credentials' });
  await expect(here).toHaveAttribute('aria-current', 'page');
  await expect(here).toBeFocused();
  await page.getByRole('menuitem', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await page.getByRole('button', { name: /^Organization: / }).click();
  await page.getByRole('menuitem', { name: 'Credentials' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Credentials' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Database connections' });
  const sample = table.getByRole('row', { name: /Sample shop/ });
  await expect(sample).toContainText('sample_shop');
  await expect(sample).toContainText(/\d+ commands/);
  await expect(sample.getByRole('button', { name: /Delete/ })).toHaveCount(0);

  await sample.getByRole('button', { name: 'Edit Sample shop' }).click();
  const panel = page.getByRole('dialog', { name: 'Edit Sample shop' });
  await expect(panel.getByText('only its name can be changed')).toBeVisible();
  await expect(panel.getByLabel('Host')).toBeDisabled();
  await panel.getByRole('button', { name: 'Test connection' }).click();
  await expect(panel.getByText(/PostgreSQL \d+.* answered/)).toBeVisible();
});

describe("a person's own connection", () => {
  test('whose secrets can’t be read is renamed as it is, and gets them again, or none', async () => {
    const db = { host: 'db.invalid', databaseName: 'shop', username: 'runner', password: 'first' };
    await call('POST', '/creds?force=true', { credType: 'db', name: 'Stock', db });
    loseKeys();
    await page.goto(credentials);
    await expect(page.getByRole('row', { name: /Stock/ })).toContainText('Secrets unreadable');
    await page.getByRole('button', { name: 'Edit Stock' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit Stock' });
    await expect(panel.getByText('The saved secrets can’t be read')).toBeVisible();
    await panel.getByLabel('Nickname').fill('Depot');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved Depot.')).toBeVisible();

    await page.getByRole('button', { name: 'Edit Depot' }).click();
    const renamed = page.getByRole('dialog', { name: 'Edit Depot' });
    await renamed.getByLabel('Password', { exact: true }).fill('second');
    await renamed.getByRole('button', { name: 'Save', exact: true }).click();
    // Whether there was a certificate can't be known.
    await expect(renamed.getByText(/^Enter this again/)).toBeVisible();
    await renamed.getByLabel('Secrets that I leave empty have no value').check();
    await renamed.getByRole('button', { name: 'Save', exact: true }).click();
    await renamed.getByRole('button', { name: 'Save anyway' }).click();
    await expect(page.getByRole('row', { name: /Depot/ })).toContainText('Not used yet');
  });

  // A connection that cannot be opened responds 422, and one that moves without its secrets 400.

  test('is changed without showing its secret, asks for it again at a new address, and is deleted with its commands', async () => {
    const db = { host: 'db.invalid', databaseName: 'shop', username: 'runner', password: 'canary-e2e' };
    const { creds_id } = await call<{ creds_id: number }>('POST', '/creds?force=true', {
      credType: 'db',
      name: 'Warehouse',
      db,
    });
    await page.goto(credentials);
    const row = page.getByRole('row', { name: /Warehouse/ });
    await row.getByRole('button', { name: 'Edit Warehouse' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit Warehouse' });
    await expect(panel.getByLabel('Host')).toHaveValue('db.invalid');
    await expect(panel.getByLabel('Password', { exact: true })).toHaveValue('');
    await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();

    // Typed values survive closing the panel, except secrets.
    await panel.getByLabel('Host').fill('other.invalid');
    await panel.getByLabel('Password', { exact: true }).fill('typed');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await row.getByRole('button', { name: 'Edit Warehouse' }).click();
    await expect(panel.getByLabel('Host')).toHaveValue('other.invalid');
    await expect(panel.getByLabel('Password', { exact: true })).toHaveValue('');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(panel.getByText('Fill this in again')).toBeVisible();
    await panel.getByLabel('Password', { exact: true }).fill('another');
    await panel.getByRole('button', { name: 'Test connection' }).click();
    // What failed is said at the setting that is wrong.
    await expect(panel.getByText(/^The host "other\.invalid" was not found/)).toBeVisible();
    await expect(panel.getByLabel('Host')).toBeFocused();
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(panel.getByRole('button', { name: 'Save anyway' })).toBeVisible();
    await panel.getByRole('button', { name: 'Save anyway' }).click();
    await expect(page.getByText('Saved Warehouse.')).toBeVisible();
    await expect(row).toContainText('other.invalid');

    const read = await call('GET', `/creds/${creds_id}`);
    expect(JSON.stringify(read)).not.toMatch(/canary-e2e|another/);

    await row.getByRole('button', { name: 'Delete Warehouse' }).click();
    const question = page.getByRole('dialog', { name: 'Delete “Warehouse”?' });
    await expect(question).toContainText('No command uses it.');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Deleted Warehouse.')).toBeVisible();
    await expect(row).toHaveCount(0);
  });
});

describe('a member who is not an admin', () => {
  beforeEach(() => signInAs('runner'));

  test('has neither the page nor a link to it', async () => {
    await page.goto(credentials);
    await expect(
      page.getByRole('heading', { name: /^Only admins of .* see its connections$/ }),
    ).toBeVisible();
    await page.goto(`/${SANDBOX.slug}/commands`);
    await page.getByRole('button', { name: /^Organization: / }).click();
    await expect(page.getByRole('menuitem', { name: 'Organization users' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Credentials' })).toHaveCount(0);
  });
});

test('an admin says how often a source is checked, checks now, and sees what a sync would break', async () => {
  await page.goto(credentials);
  await page.getByRole('button', { name: 'Edit Sample shop' }).click();
  const panel = page.getByRole('dialog', { name: 'Edit Sample shop' });
  const section = panel.getByRole('region', { name: 'Check for changes' });
  await expect(section.getByText('Not checked yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Check now' }).click();
  await expect(section.getByText(/differs? from/)).toBeVisible();
  await section.getByLabel('Check the source').selectOption('hourly');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel).toBeHidden();

  const credential = await prisma().credential.findFirstOrThrow({
    where: { orgId: SANDBOX.orgId, name: 'Sample shop' },
    include: { templates: { include: { commands: true } } },
  });
  expect(credential.lookEvery).toBe('hourly');
  const template = credential.templates.find(({ commands }) => commands.length > 0);
  await prisma().expectedBreak.create({
    data: {
      orgId: SANDBOX.orgId,
      templateId: template?.templateId ?? 0,
      commandId: template?.commands[0]?.commandId ?? 0,
      kind: 'job',
      key: 'max_rows',
      name: 'Nightly',
      words: 'max_rows is gone: The scheduled job “Nightly” has a value for it, and will be paused.',
    },
  });
  await page.goto(credentials);
  const row = page.getByRole('row', { name: /Sample shop/ });
  await expect(row.getByText('A sync would break things')).toBeVisible();
  await page.goto(`/${SANDBOX.slug}/needs-attention`);
  await expect(page.getByText('The next sync of Sample shop')).toBeVisible();
  await expect(page.getByText(/Nothing is synced yet. max_rows is gone/)).toBeVisible();
});

test('an admin gives a connection the tag of its workers, and sees that none of them is alive', async () => {
  const db = { host: 'db.invalid', databaseName: 'shop', username: 'runner', password: 'p' };
  await call('POST', '/creds?force=true', { credType: 'db', name: 'Behind the wall', db });
  await page.goto(credentials);
  const row = page.getByRole('row', { name: /Behind the wall/ });
  await row.getByRole('button', { name: 'Edit Behind the wall' }).click();
  const panel = page.getByRole('dialog', { name: 'Edit Behind the wall' });
  await panel.getByLabel('Tag of its workers').fill('Not a tag');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByText('A tag must be lowercase letters')).toBeVisible();
  await panel.getByLabel('Tag of its workers').fill('dmz');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel).toBeHidden();
  await row.getByRole('button', { name: 'Edit Behind the wall' }).click();
  await expect(panel.getByLabel('Tag of its workers')).toHaveValue('dmz');
  await expect(panel.getByText('No worker with the tag dmz is alive.')).toBeVisible();
});
