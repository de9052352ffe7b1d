import type { Page } from '@playwright/test';
import { withAppDatabase } from './support/app-database';
import { test } from './support/journey';
import { people } from './support/people';
import { addCommand, changeSource } from './support/sample-source';
import { call, grant, MARIA, ownCommand } from './support/sharing';
import { openCommand, pressRun, SANDBOX, waitForOutcome } from './support/steps';
import { type State, walkThrough } from './support/walk';

// What panels and pages do is tested in tests/pages. Here, a browser shows that they are accessible and fit a phone: also
// with what was typed into them, and with what they refuse.

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();

/** Presses a button of the panel; the page behind it may have one with the same name. */
const pressInPanel = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).first().click();

/** Types into a field of the panel, and confirms with Enter. */
const enter = (label: string, typed: string) => async (page: Page) => {
  const field = page.getByRole('dialog').getByRole('textbox', { name: label }).first();
  await field.fill(typed);
  await field.press('Enter');
};

/** Creates a folder that Jonas may use. */
async function sharedFolder(page: Page, name: string): Promise<number> {
  const { directory_id } = await call(page, 'POST', '/directories', { name, orgId: SANDBOX.orgId });
  const recipients = [{ userId: people.engineer }];
  await call(page, 'POST', `/directories/${directory_id}/share`, { recipients });
  return directory_id;
}

test('what people see while they share is accessible', { tag: '@long' }, async ({ page }) => {
  const { id } = await ownCommand(page, 'states');
  const folder = await sharedFolder(page, 'States');
  await call(page, 'PATCH', `/kits/${id}`, { directoryId: folder });
  await grant(page, id, MARIA, 'runner');
  await grant(page, id, people.engineer, 'admin');
  const { id: mine } = await ownCommand(page, 'states_mine');
  await call(page, 'PATCH', `/kits/${mine}`, { visibility: 'justme' });
  const { id: asked } = await ownCommand(page, 'states_asked');
  const ask = { toAddresses: ['dana@pushboard.example'], message: 'May I?', subject: 'Access', kitId: asked };
  await call(page, 'POST', '/send_general_email', ask, 'runner');
  const [latest] = await call(page, 'GET', '/outbox?filter=kind:access_request');
  const { content } = await call(page, 'GET', `/outbox/${latest.mail_id}`);
  const { pathname, search } = new URL(content.link.url);
  const share = `builder?id=${id}&panel=share:${id}`;
  const enterRecipient = (typed: string) => enter('People and groups', typed);
  const states: State[] = [
    { at: share, act: enterRecipient('nobody at all'), shows: 'Not a valid email!' },
    { at: share, act: enterRecipient('alex@northwind.example'), shows: /is not a member of Sandbox\.$/ },
    {
      at: share,
      act: async () => {
        await enterRecipient('new@partner.example')(page);
        await pressInPanel('Add to both')(page);
      },
      shows: 'new@partner.example, invited to Sandbox',
    },
    { at: `${share}&share-tab=shared-with`, shows: '2 engineers, 1 runner' },
    {
      at: `${share}&share-tab=visibility`,
      act: () => page.getByRole('radio', { name: 'Public' }).check(),
      shows: /^Anyone with the link can see the form/,
    },
    { at: `builder?id=${mine}&panel=share:${mine}&share-tab=share`, shows: 'Only you can see this command' },
    {
      at: `${pathname.slice(`/${SANDBOX.slug}/`.length)}${search}`,
      shows: /^Maria Keller asked for access to this command: “/,
    },
    { at: `commands?panel=share-folder:${folder}&share-tab=shared-with`, shows: 'Jonas Okafor' },
    { at: `commands?panel=why:${id}:${people.engineer}`, shows: /^Without it they could / },
    {
      at: `commands?panel=why-folder:${folder}:${people.engineer}`,
      shows: /^Jonas Okafor can open this folder/,
    },
    { at: `commands?panel=why-folder:${folder}:${MARIA}`, shows: 'They have 1 command in it by other ways.' },
    {
      at: 'org?panel=invite',
      act: () => page.getByRole('dialog').getByLabel('Email addresses').first().fill('no-address,'),
      shows: 'Not a valid email!',
    },
  ];
  await walkThrough(page, states, SANDBOX.slug);
});

test.describe('a runner', () => {
  test.use({ as: 'runner' });

  test('sees who has a command, and that only engineers configure it, accessibly', { tag: '@long' }, async ({
    page,
  }) => {
    const { id } = await ownCommand(page, 'states_run');
    await grant(page, id, MARIA, 'runner');
    const states: State[] = [
      { at: `builder?id=${id}&panel=share:${id}`, shows: 'org admin' },
      { at: `builder?id=${id}&panel=why:${id}:${MARIA}`, shows: 'Maria Keller can run this command.' },
      { at: `builder?id=${id}&panel=configure:${id}`, shows: 'Only engineers can configure a command' },
    ];
    await walkThrough(page, states, SANDBOX.slug);
  });
});

test.describe('a person with a command of another organization', () => {
  test.use({ as: 'stranger' });

  test('reads accessibly that they cannot share it', { tag: '@long' }, async ({ page }) => {
    const { id, name } = await ownCommand(page, 'states_away');
    await call(page, 'POST', `/kits/${id}/share`, { recipients: [{ email: 'alex@northwind.example' }] });
    const act = async () => {
      await press(`Actions for ${name}`)(page);
      await page.getByRole('menuitem', { name: 'Share' }).click();
    };
    await walkThrough(page, [{ at: 'commands', act, shows: 'Cannot share' }], 'northwind');
  });
});

test.describe('an engineer', () => {
  // Another person changes the command first, and the source refuses.
  test.use({ expectedComplaints: [/40[09]/] });
  test.afterEach(() =>
    withAppDatabase((client) => client.query(`delete from dropdown where name = 'Sizes'`)),
  );

  test('configures accessibly', { tag: '@long' }, async ({ page }) => {
    const routine = `states_${process.pid}`;
    await changeSource(
      `create or replace function shop.${routine}(kind text, amount int default 1) returns int language sql return 1`,
    );
    const id = await addCommand(page.request, routine);
    for (let change = 1; change <= 26; change += 1) {
      await call(page, 'PATCH', `/kits/${id}`, { description: `Words **${change}**` });
    }
    const { anchor_ol } = await call(page, 'GET', `/deep-kits-6/${id}`);
    const amount = anchor_ol.kit_run_schema.find(({ key }: { key: string }) => key === 'amount');
    const input = `${id}-${amount.lego_instance_input_id}`;
    const dropdown = await call(page, 'POST', '/dropdowns', { name: 'Sizes', enum: ['S', 'M'] });
    const deleted = await ownCommand(page, 'deleted');
    await call(page, 'DELETE', `/kits/${deleted.id}`);
    const gone = await ownCommand(page, 'gone');
    await changeSource(`drop function shop.${gone.name}`);
    const configure = `builder?id=${id}&panel=configure:${id}`;
    const inputs = `builder?id=${id}&panel=configure-input:${input}`;
    const checks = `builder?id=${id}&panel=input-checks:${id}`;
    const states: State[] = [
      { at: configure, act: () => page.getByText('Preview', { exact: true }).click(), shows: '26' },
      {
        at: `${configure}&configure-tab=changelog`,
        act: () => page.getByText('1 difference').first().click(),
        shows: /Words \*\*25\*\*/,
      },
      { at: `${configure}&configure-tab=changelog&changes=${id}-2`, shows: /^Created/ },
      { at: `${configure}&configure-tab=changelog&revision=${id}-2`, shows: 'All settings' },
      {
        at: `${configure}&configure-tab=inputs`,
        act: async () => {
          await press('Edit several')(page);
          await page.getByRole('checkbox', { name: 'amount' }).check();
        },
        shows: 'Apply',
      },
      {
        at: `commands?panel=configure:${gone.id}&configure-tab=inputs`,
        act: press('Sync inputs'),
        shows: /no longer exists at the source/,
      },
      {
        at: inputs,
        act: () => page.getByLabel('Default value').fill('ten'),
        shows: 'Must be a whole number',
      },
      {
        at: inputs,
        act: async () => {
          await press('Add a condition')(page);
          await page.getByRole('combobox', { name: 'Value' }).focus();
          await page.keyboard.press('Tab');
          await page.keyboard.press('Tab');
        },
        shows: 'You must fill out "Value"',
      },
      { at: checks, shows: 'No checks yet' },
      {
        at: checks,
        act: async () => {
          await press('Add a check')(page);
          await page.getByRole('textbox', { name: 'Message' }).fill('At most 500 at a time');
        },
        shows: 'Unsaved changes',
      },
      {
        at: `builder?id=${id}&panel=duplicate:${id}`,
        act: async () => {
          await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('');
          await pressInPanel('Duplicate')(page);
        },
        shows: 'You must fill out "Name"',
      },
      { at: `builder?id=${id}&panel=choose-dropdown:${input}`, shows: '[ Hardcoded ]' },
      {
        at: `builder?id=${id}&panel=new-dropdown:${input}-hardcoded`,
        act: pressInPanel('Save'),
        shows: 'Error: no enum options provided',
      },
      { at: 'dropdowns', shows: '[ Hardcoded ]' },
      { at: `dropdowns?panel=dropdown:${dropdown.dropdown_id}`, shows: 'Edit Sizes' },
      { at: 'commands?panel=deleted', shows: deleted.name },
      {
        at: configure,
        act: async () => {
          await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('My name for it');
          await call(page, 'PATCH', `/kits/${id}`, { name: 'Their name for it' });
          await pressInPanel('Save')(page);
        },
        shows: 'Keep yours',
      },
    ];
    await walkThrough(page, states, SANDBOX.slug);
  });
});

test.describe('an admin', () => {
  // A filter that doesn't exist, and a connection that can't be opened.
  test.use({ expectedComplaints: [/400|422/] });

  test('sees and manages people accessibly', { tag: '@long' }, async ({ page }) => {
    const group = await call(page, 'POST', '/groups', { name: 'Night shift' });
    await call(page, 'POST', `/groups/${group.group_id}/members`, { userIds: [MARIA] });
    const service = await call(page, 'POST', '/service-accounts', { name: 'Nightly export' });
    const email = `removed-${process.pid}@partner.example`;
    await call(page, 'POST', '/invite', { recipients: [{ email }] });
    const members: { user_id: string; email: string }[] = await call(page, 'GET', '/members');
    const removed = members.find((member) => member.email === email)?.user_id;
    await call(page, 'PATCH', `/members/${removed}`, { isDeleted: true });
    const states: State[] = [
      { at: 'org?q=Keller', shows: '1 person' },
      { at: 'org?q=removed', shows: 'INVITATION REVOKED' },
      { at: 'org?q=nobody+is+called+so', shows: 'No one by that name' },
      { at: 'org?q=Keller', act: press('Remove Maria Keller'), shows: 'Remove Maria Keller?' },
      { at: 'org?panel=new-group', act: pressInPanel('Create'), shows: 'You must fill out "Name"' },
      { at: `org?panel=group:${group.group_id}`, shows: '1 person' },
      { at: 'org?tab=groups', act: press(/^Night shift/), shows: 'Maria Keller' },
      { at: 'org?tab=services', shows: 'Nightly export' },
      { at: `org?panel=service-account:${service.user_id}`, shows: 'New token' },
      { at: `members/${MARIA}`, shows: 'Maria’s commands' },
      { at: 'command-changes', shows: /Dana Lee/ },
    ];
    try {
      await walkThrough(page, states, SANDBOX.slug);
    } finally {
      await call(page, 'DELETE', `/groups/${group.group_id}`);
      await call(page, 'DELETE', `/service-accounts/${service.user_id}`);
    }
  });

  test('sees runs and connections accessibly', { tag: '@long' }, async ({ page }) => {
    await openCommand(page, 'Best sellers');
    await pressRun(page);
    await waitForOutcome(page, 'Success');
    const db = { host: 'db.invalid', databaseName: 'shop', username: 'runner', password: 'x' };
    const warehouse = await call(page, 'POST', '/creds?force=true', {
      credType: 'db',
      name: 'Warehouse',
      db,
    });
    const connections: { creds_id: number; name: string }[] = await call(page, 'GET', '/creds');
    const sample = connections.find(({ name }) => name === 'Sample shop')?.creds_id;
    const routine = `states_dull_${process.pid}`;
    await changeSource(`create or replace function shop.${routine}() returns int language sql return 1`);
    const selectAll = () => page.getByRole('checkbox', { name: 'Select all runs of this page' }).check();
    const states: State[] = [
      { at: 'history?filter=nonsense:1', shows: "This filter can't be used" },
      { at: 'history?command=Best', act: selectAll, shows: /^\d+ selected$/ },
      {
        at: 'history?command=Best',
        act: async () => {
          await selectAll();
          await press('Delete results')(page);
        },
        shows: /^Delete the results? of/,
      },
      { at: 'credentials', shows: 'Warehouse' },
      {
        at: `credentials?panel=connection:${sample}`,
        act: press('Test connection'),
        shows: /PostgreSQL \d+.* answered/,
      },
      {
        at: `credentials?panel=connection:${warehouse.creds_id}`,
        act: async () => {
          const panel = page.getByRole('dialog');
          await panel.getByLabel('Host').fill('other.invalid');
          await panel.getByLabel('Password', { exact: true }).fill('another');
          await pressInPanel('Save')(page);
        },
        shows: 'Save anyway',
      },
      { at: 'credentials', act: press('Delete Warehouse'), shows: 'No command uses it.' },
      {
        at: `commands?panel=sync:${sample}`,
        act: async () => {
          await page.getByLabel('Search what the source has').fill(routine);
          await press(`Ignore shop.${routine}()`)(page);
        },
        shows: /^Ignored/,
      },
    ];
    await walkThrough(page, states, SANDBOX.slug);
    const ignored: { ignore_id: number }[] = await call(page, 'GET', '/flankignore');
    for (const { ignore_id } of ignored) await call(page, 'DELETE', `/flankignore/${ignore_id}`);
    await changeSource(`drop function shop.${routine}`);
  });
});
