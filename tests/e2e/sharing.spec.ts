import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from './support/journey';
import { people, type Who } from './support/people';
import { addCommand, changeSource } from './support/sample-source';
import { isLive, SANDBOX } from './support/steps';

const base = `/api/v1/${SANDBOX.orgId}`;
const MARIA = people.runner;

const made: number[] = [];

// Whoever was given one has it no more: other journeys find people with what they know them to have.
test.afterEach(async ({ page }) => {
  for (const id of made.splice(0)) await call(page, 'DELETE', `/kits/${id}`);
});

/** A command that no other journey knows; its creator is the sandbox's admin, and nobody else has it. */
async function ownCommand(page: Page, suffix: string): Promise<{ id: number; name: string }> {
  const routine = `shared_${suffix}_${process.pid}`;
  await changeSource(`
    create or replace function shop.${routine}(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.${routine} to sample_runner`);
  const id = await addCommand(page.request, routine);
  made.push(id);
  return { id, name: routine };
}

/** One call of the API, as somebody of the sandbox. */
async function call(page: Page, method: string, path: string, data?: object, as: Who = 'admin') {
  const response = await page.request.fetch(base + path, {
    method,
    headers: { 'x-demo-user-id': people[as] },
    ...(data === undefined ? {} : { data }),
  });
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true);
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

const grant = (page: Page, commandId: number, userId: string, role: 'admin' | 'runner') =>
  call(page, 'POST', `/kits/${commandId}/share`, { recipients: [{ userId, newKitDirRole: role }] });

async function openShare(
  page: Page,
  { id, name }: { id: number; name: string },
  more = '',
): Promise<Locator> {
  await page.goto(`/${SANDBOX.slug}/builder?id=${id}&panel=share:${id}${more}`);
  await isLive(page);
  const panel = page.getByRole('dialog', { name });
  await panel.getByRole('tab').first().waitFor();
  return panel;
}

const recipients = (panel: Locator) => panel.getByRole('textbox', { name: 'People and groups' });
const share = (panel: Locator) => panel.getByRole('button', { name: 'Share', exact: true });
const rowOf = (panel: Locator, table: string, name: string) =>
  panel.getByRole('table', { name: table }).getByRole('row', { name });

test('an admin shares with a colleague, makes them an engineer, and takes it back', async ({ page }) => {
  const command = await ownCommand(page, 'whole');
  await page.goto(`/${SANDBOX.slug}/builder?id=${command.id}`);
  await isLive(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const panel = page.getByRole('dialog', { name: command.name });
  await recipients(panel).fill('KELL');
  await page.getByRole('option', { name: /Maria Keller/ }).click();
  await expect(panel.getByText('Maria Keller')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Note' }).fill('For the month end.');
  await expectAccessible(page);
  await share(panel).click();
  await expect(page.getByText('Sharing...')).toBeVisible();
  await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();
  await expect(panel.getByText('1 engineer, 1 runner')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('');

  await panel.getByRole('tab', { name: 'Shared With' }).click();
  const maria = rowOf(panel, 'Teammates', 'Maria Keller');
  await maria.getByLabel('Role of Maria Keller').selectOption('Engineer');
  await expect(page.getByText('Maria Keller is now an engineer.')).toBeVisible();
  await expect(panel.getByText('2 engineers, 0 runners')).toBeVisible();
  await expectAccessible(page);
  // Nobody changes their own role.
  await expect(rowOf(panel, 'Teammates', 'Dana Lee (you)').getByRole('combobox')).toHaveCount(0);
  await maria.getByRole('button', { name: 'Unshare with Maria Keller' }).click();
  await expect(page.getByText('Unshared with Maria Keller')).toBeVisible();
  await expect(maria).toHaveCount(0);
  const recent = await call(page, 'GET', `/kits/users/${people.admin}/recent`);
  expect(recent.find((one: { kit_id: number }) => one.kit_id === command.id)).toMatchObject({
    source: 'share',
  });
});

test('by keyboard alone, with what is typed kept over a reload', async ({ page }) => {
  const command = await ownCommand(page, 'keys');
  const panel = await openShare(page, command);
  await expect(recipients(panel)).toBeFocused();
  await page.keyboard.type('maria@pushboard.example');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Leave out Maria Keller' })).toBeVisible();
  await page.keyboard.type('okaf');
  await page.getByRole('option', { name: /Jonas Okafor/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Leave out Jonas Okafor' })).toBeVisible();
  await page.reload();
  await isLive(page);
  // A role of each, by their chip.
  await panel.getByRole('button', { name: /^Jonas Okafor becomes Runner/ }).focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: /^Jonas Okafor becomes Engineer/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search or jump to' }).fill('Share this command');
  await expect(page.getByRole('button', { name: /^Share this command/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(recipients(panel)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Successfully shared with 2 people')).toBeVisible();
  const { users } = await call(page, 'GET', `/kits/${command.id}/users`);
  const roleOf = (userId: string) => users.find((one: { user_id: string }) => one.user_id === userId)?.role;
  expect([roleOf(people.engineer), roleOf(MARIA)]).toEqual(['admin', 'runner']);
});

test('what cannot be shared with is told in words, and stays to be mended', async ({ page }) => {
  const command = await ownCommand(page, 'refused');
  const panel = await openShare(page, command);
  await share(panel).click();
  await expect(panel.getByText('Please enter at least one email address.')).toBeVisible();
  await recipients(panel).fill('nobody at all');
  await recipients(panel).press('Enter');
  await expect(panel.getByText('Not a valid email!')).toBeVisible();
  await expectAccessible(page);
  await recipients(panel).fill('dana@pushboard.example');
  await recipients(panel).press('Enter');
  await expect(panel.getByText('Users cannot change their own role.')).toBeVisible();
  await recipients(panel).fill('');
});

test('somebody outside the organisation may be given the command alone', async ({ page }) => {
  const command = await ownCommand(page, 'outside');
  const panel = await openShare(page, command);
  await recipients(panel).fill('alex@northwind.example');
  await recipients(panel).press('Enter');
  const card = panel.getByRole('region', { name: 'Need to share org too' });
  await expect(card).toContainText('alex@northwind.example is not a member of Sandbox.');
  await expectAccessible(page);
  await share(panel).click();
  await expect(panel.getByText('Choose what becomes of those who are not in Sandbox.')).toBeVisible();
  await card.getByRole('button', { name: 'Only this command' }).click();
  await share(panel).click();
  await expect(page.getByText('Successfully shared with alex@northwind.example')).toBeVisible();
  await expect(rowOf(panel, 'Already have access', 'Alex Romero')).toBeVisible();
});

/** Removes somebody who was invited, so that other journeys find the people they know. */
async function removeMember(page: Page, email: string): Promise<void> {
  const members: { user_id: string; email: string }[] = await call(page, 'GET', '/members');
  const userId = members.find((member) => member.email === email)?.user_id;
  expect(userId, email).toBeDefined();
  await call(page, 'PATCH', `/members/${userId}`, { isDeleted: true });
}

test('somebody outside may be invited to the organisation, too', async ({ page }) => {
  const command = await ownCommand(page, 'both');
  const email = `new-${process.pid}@partner.example`;
  const panel = await openShare(page, command);
  await recipients(panel).fill(email);
  await recipients(panel).press('Enter');
  await panel.getByRole('button', { name: 'Add to both' }).click();
  await expect(panel.getByText(`${email}, invited to Sandbox`)).toBeVisible();
  await panel.getByRole('button', { name: new RegExp(`^${email} becomes Runner`) }).click();
  await expectAccessible(page);
  await share(panel).click();
  await expect(page.getByText(`Successfully shared with ${email}`)).toBeVisible();
  // There is no mail server here, and the sender is told what became of the message.
  await expect(page.getByText(/finds the messages in the outbox/)).toBeVisible();
  const members: { email: string; is_pending_to_org: boolean }[] = await call(page, 'GET', '/members');
  expect(members.find((member) => member.email === email)).toMatchObject({ is_pending_to_org: true });
  await removeMember(page, email);
});

test('people are invited to the organisation by their addresses', async ({ page }) => {
  const email = `invited-${process.pid}@partner.example`;
  await page.goto(`/${SANDBOX.slug}/org`);
  await isLive(page);
  await page.getByRole('button', { name: 'Invite' }).click();
  const panel = page.getByRole('dialog', { name: 'Sandbox' });
  const addresses = panel.getByLabel('E-mail addresses').first();
  const invite = panel.getByRole('button', { name: 'Invite', exact: true });
  await invite.click();
  await expect(panel.getByText('Please enter at least one email address.')).toBeVisible();
  await addresses.fill('no-address,');
  await expect(panel.getByText('Not a valid email!')).toBeVisible();
  await expectAccessible(page);
  await addresses.press('Backspace');
  await addresses.fill('maria@pushboard.example');
  await invite.click();
  await expect(page.getByText(/^Error inviting\. Make sure the email addresses are correct/)).toBeVisible();
  await expect(panel.getByText('User already has access to this org.')).toBeVisible();
  await addresses.press('Backspace');
  await addresses.fill(`${email},`);
  await page.reload();
  await isLive(page);
  await expect(panel.getByText(email)).toBeVisible();
  await invite.click();
  await expect(page.getByText(`Successfully invited ${email}`)).toBeVisible();
  await removeMember(page, email);
});

test('the way to a command is sent to those who have it', async ({ page }) => {
  const command = await ownCommand(page, 'link');
  await grant(page, command.id, MARIA, 'runner');
  const panel = await openShare(page, command, '&share-tab=shared-with');
  await panel.getByRole('button', { name: 'Send Link to Maria Keller' }).click();
  await expect(page.getByText('Sending email...')).toBeVisible();
  await expect(page.getByText('Sent to maria@pushboard.example')).toBeVisible();
});

test('who asks for access is filled in where the engineer follows the link', async ({ page }) => {
  const command = await ownCommand(page, 'asked');
  const ask = {
    toAddresses: ['dana@pushboard.example'],
    message: 'May I?',
    subject: 'Access',
    kitId: command.id,
  };
  await call(page, 'POST', '/send_general_email', ask, 'runner');
  const [latest] = await call(page, 'GET', '/outbox?filter=kind:access_request');
  const { content } = await call(page, 'GET', `/outbox/${latest.mail_id}`);
  const { pathname, search } = new URL(content.link.url);
  await page.goto(pathname + search);
  await isLive(page);
  const panel = page.getByRole('dialog', { name: command.name });
  await expect(panel.getByText('Maria Keller asked for access to this command.')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Leave out Maria Keller' })).toBeVisible();
  await expect(page).not.toHaveURL(/request=/);
  await expectAccessible(page);
  await share(panel).click();
  await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();
});

test.describe('who was given one from elsewhere', () => {
  test.use({ as: 'stranger' });

  test('is told that they cannot share it on', async ({ page }) => {
    const command = await ownCommand(page, 'elsewhere');
    await call(page, 'POST', `/kits/${command.id}/share`, {
      recipients: [{ email: 'alex@northwind.example' }],
    });
    await page.goto('/northwind/commands');
    await isLive(page);
    await page.getByRole('button', { name: `Actions for ${command.name}` }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cannot share' });
    await expect(dialog).toContainText('another organisation');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Got it' }).click();
    await page.getByRole('link', { name: command.name }).click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog).toBeVisible();
  });
});

test.describe('an engineer who is no admin of the organisation', () => {
  test.use({ as: 'engineer' });

  test('shares with those in the list, and with nobody else', async ({ page }) => {
    const command = await ownCommand(page, 'engineer');
    await grant(page, command.id, people.engineer, 'admin');
    const panel = await openShare(page, command);
    await recipients(panel).fill('sam@partner.example');
    await recipients(panel).press('Enter');
    await expect(panel.getByText('You must select a user from the list.')).toBeVisible();
    await recipients(panel).fill('maria');
    await page.getByRole('option', { name: /Maria Keller/ }).click();
    await share(panel).click();
    await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();
    await panel.getByRole('tab', { name: 'Visibility' }).click();
    await expect(panel.getByRole('radio', { name: 'Just Me' })).toBeDisabled();
    await expect(panel.getByText('Only its creator may choose this.')).toBeVisible();
  });
});

test.describe('a runner', () => {
  test.use({ as: 'runner' });

  test('sees who has it, and changes nothing', async ({ page }) => {
    const command = await ownCommand(page, 'runner');
    await grant(page, command.id, MARIA, 'runner');
    const panel = await openShare(page, command);
    await expect(panel.getByRole('tab')).toHaveText(['Shared With']);
    await expect(rowOf(panel, 'Teammates', 'Maria Keller (you)')).toContainText('Runner');
    await expect(rowOf(panel, 'Teammates', 'Dana Lee')).toContainText('org admin');
    await expect(panel.getByRole('combobox')).toHaveCount(0);
    await expect(panel.getByRole('button', { name: /^Unshare/ })).toHaveCount(0);
    await expectAccessible(page);
    await rowOf(panel, 'Teammates', 'Maria Keller (you)').getByRole('button', { name: /^Why/ }).click();
    const why = page.getByRole('dialog', { name: 'Why can someone run this?' });
    await expect(why.getByText('Maria Keller can run this command.')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panel).toBeVisible();
  });
});

test('why somebody can run a command, and what they would lose', async ({ page }) => {
  const command = await ownCommand(page, 'why');
  const name = `Why ${process.pid}`;
  const { directory_id: folderId } = await call(page, 'POST', '/directories', { name, orgId: SANDBOX.orgId });
  await call(page, 'PATCH', `/kits/${command.id}`, { directoryId: folderId });
  await page.goto(`/${SANDBOX.slug}/commands?folder=${folderId}`);
  await isLive(page);
  await page.getByRole('button', { name: 'Share folder' }).click();
  const folder = page.getByRole('dialog', { name });
  await folder.getByText('Engineer', { exact: true }).first().click();
  await recipients(folder).fill('maria');
  await page.getByRole('option', { name: /Maria Keller/ }).click();
  await share(folder).click();
  await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();
  await expectAccessible(page);

  await grant(page, command.id, MARIA, 'runner');
  const panel = await openShare(page, command, '&share-tab=shared-with');
  const maria = rowOf(panel, 'Teammates', 'Maria Keller');
  await expect(maria).toContainText(`through folder ${name}`);
  await expect(maria.getByRole('link', { name })).toHaveAttribute('href', new RegExp(`folder=${folderId}`));
  await maria.getByRole('button', { name: 'Why Maria Keller can run this' }).click();
  const why = page.getByRole('dialog', { name: 'Why can someone run this?' });
  const grants = why.getByRole('list', { name: 'What gives them this command' }).getByRole('listitem');
  await expect(grants).toHaveCount(2);
  await expect(grants.nth(0)).toContainText(`Engineer, through the folder ${name}`);
  await expect(grants.nth(0)).toContainText('Without it they could still run it, and not change it.');
  await expect(grants.nth(1)).toContainText('Runner, shared with them');
  await expect(grants.nth(1)).toContainText('Without it nothing would change.');
  await expectAccessible(page);

  // Somebody who has nothing, by their name.
  await why.getByRole('textbox', { name: 'Person' }).fill('okafor');
  await page.getByRole('option', { name: /Jonas Okafor/ }).click();
  await expect(why.getByText('Jonas Okafor cannot see or run this command.')).toBeVisible();
  await expect(page).toHaveURL(/why:\d+:demo-jonas/);
});

test.describe('what is public', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('is made so by Save, and has a link to copy', async ({ page }) => {
    const command = await ownCommand(page, 'public');
    const panel = await openShare(page, command, '&share-tab=visibility');
    await panel.getByRole('radio', { name: 'Public' }).check();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Updated visibility!')).toBeVisible();
    await page.goto(`/${SANDBOX.slug}/builder?id=${command.id}&shareOpen=true`);
    await isLive(page);
    await expect(panel.getByRole('tab', { name: 'Link', exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Copied to clipboard!')).toBeVisible();
    await expect(panel).toBeHidden();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      new RegExp(`^http.*/${SANDBOX.slug}/builder\\?id=${command.id}$`),
    );
  });

  test('or one’s own alone is shared with nobody until it is changed', async ({ page }) => {
    const command = await ownCommand(page, 'mine');
    const panel = await openShare(page, command, '&share-tab=visibility');
    await panel.getByRole('radio', { name: 'Just Me' }).check();
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Updated visibility!')).toBeVisible();
    await panel.getByRole('tab', { name: 'Share', exact: true }).click();
    await expect(panel.getByText('Only you can see this command')).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Change its visibility' }).click();
    await expect(panel.getByRole('radio', { name: 'Just Me' })).toBeChecked();
  });
});

test('what somebody else changed meanwhile is shown after one’s own change', async ({ page }) => {
  const command = await ownCommand(page, 'meanwhile');
  await grant(page, command.id, people.engineer, 'runner');
  await grant(page, command.id, MARIA, 'runner');
  const panel = await openShare(page, command, '&share-tab=shared-with');
  await grant(page, command.id, people.engineer, 'admin');
  await call(page, 'DELETE', `/can/${MARIA}/access/kit/${command.id}`);
  // It is gone already: taking it back changes nothing, and is no error.
  await rowOf(panel, 'Teammates', 'Maria Keller')
    .getByRole('button', { name: /^Unshare/ })
    .click();
  await expect(rowOf(panel, 'Teammates', 'Maria Keller')).toHaveCount(0);
  await expect(panel.getByLabel('Role of Jonas Okafor')).toHaveValue('admin');
});

test.describe('a change that is refused', () => {
  test.use({ expectedComplaints: [/40[349]/] });

  test('is taken back where it was drawn, and says why', async ({ page }) => {
    const command = await ownCommand(page, 'rolled_back');
    await grant(page, command.id, MARIA, 'runner');
    const panel = await openShare(page, command, '&share-tab=shared-with');
    await call(page, 'PATCH', `/kits/${command.id}`, { visibility: 'justme' });
    await panel.getByLabel('Role of Maria Keller').selectOption('Engineer');
    await expect(
      page.getByText(/Error sharing with Maria Keller as Engineer: Only you can see/),
    ).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('sharing fits, with long names', async ({ page }) => {
    const command = await ownCommand(page, 'phone');
    await grant(page, command.id, MARIA, 'runner');
    const panel = await openShare(page, command);
    await recipients(panel).fill('jonas');
    await page.getByRole('option', { name: /Jonas Okafor/ }).click();
    await recipients(panel).fill('somebody.with.a.very.long.address.indeed@a-partner-of-ours.example');
    await recipients(panel).press('Enter');
    await expect(panel.getByRole('region', { name: 'Need to share org too' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await panel.getByRole('tab', { name: 'Shared With' }).click();
    await expect(panel.getByLabel('Role of Maria Keller')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
