import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { call, grant, MARIA, openShare, ownCommand, recipients, rowOf, share } from '../support/sharing';
import { findAndChoose, holdRequests, isLive, SANDBOX } from '../support/steps';

test('an admin shares with a colleague, makes them an engineer, and takes it back', async ({ page }) => {
  const command = await ownCommand(page, 'whole');
  await page.goto(`/${SANDBOX.slug}/builder?id=${command.id}`);
  await isLive(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const panel = page.getByRole('dialog', { name: command.name });
  await findAndChoose(recipients(panel), 'KELL', /Maria Keller/);
  await expect(panel.getByText('Maria Keller')).toBeVisible();
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
  await expect(panel.getByText('1 engineer, 1 runner')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('');

  await panel.getByRole('tab', { name: 'Shared with' }).click();
  const maria = rowOf(panel, 'Teammates', 'Maria Keller');
  await maria.getByLabel('Role of Maria Keller').selectOption('Engineer');
  await expect(page.getByText('Maria Keller is now an engineer.')).toBeVisible();
  await expect(panel.getByText('2 engineers, 0 runners')).toBeVisible();
  await expectAccessible(page);
  // People cannot change their own role.
  await expect(rowOf(panel, 'Teammates', 'Dana Lee').getByRole('combobox')).toHaveCount(0);
  await maria.getByRole('button', { name: 'Unshare with Maria Keller' }).click();
  await expect(page.getByText('Unshared with Maria Keller')).toBeVisible();
  await expect(maria).toHaveCount(0);
  const recent = await call(page, 'GET', `/kits/users/${people.admin}/recent`);
  expect(recent.find((one: { kit_id: number }) => one.kit_id === command.id)).toMatchObject({
    source: 'share',
  });
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

test('recipients who cannot be shared with are explained, and stay to be fixed', { tag: '@long' }, async ({
  page,
}) => {
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

test('S75 a person outside the organization can be given the command alone, and is not named', {
  tag: '@long',
}, async ({ page }) => {
  const command = await ownCommand(page, 'outside');
  const panel = await openShare(page, command);
  await recipients(panel).fill('alex@northwind.example');
  await recipients(panel).press('Enter');
  const card = panel.getByRole('region', { name: 'Not in Sandbox yet' });
  await expect(card).toContainText('alex@northwind.example is not a member of Sandbox.');
  await expectAccessible(page);
  await share(panel).click();
  await expect(panel.getByText('Choose what to do about people who are not in Sandbox.')).toBeVisible();
  await card.getByRole('button', { name: 'Only this command' }).click();
  await share(panel).click();
  await expect(page.getByText('Successfully shared with alex@northwind.example')).toBeVisible();
  // Their name is theirs to tell.
  await expect(rowOf(panel, 'Already have access', 'alex')).toBeVisible();
  await expect(panel.getByText('Romero')).toBeHidden();
});

/** Removes an invited person, so that other journeys find the people they expect. */
async function removeMember(page: Page, email: string): Promise<void> {
  const members: { user_id: string; email: string }[] = await call(page, 'GET', '/members');
  const userId = members.find((member) => member.email === email)?.user_id;
  expect(userId, email).toBeDefined();
  await call(page, 'PATCH', `/members/${userId}`, { isDeleted: true });
}

test('a person outside can be invited to the organization too', { tag: '@long' }, async ({ page }) => {
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
  // Without a mail server, the sender can copy the link and pass it on.
  const waiting = page.getByRole('status').filter({ hasText: /No mail server is set up/ });
  await expect(waiting.getByRole('button', { name: 'Copy link' })).toBeVisible();
  const members: { email: string; is_pending_to_org: boolean }[] = await call(page, 'GET', '/members');
  expect(members.find((member) => member.email === email)).toMatchObject({ is_pending_to_org: true });
  await removeMember(page, email);
});

test('people are invited to the organization by their addresses', { tag: '@long' }, async ({ page }) => {
  const email = `invited-${process.pid}@partner.example`;
  await page.goto(`/${SANDBOX.slug}/org`);
  await isLive(page);
  await page.getByRole('button', { name: 'Invite' }).click();
  const panel = page.getByRole('dialog', { name: 'Invite people' });
  const addresses = panel.getByLabel('Email addresses').first();
  const invite = panel.getByRole('button', { name: 'Invite', exact: true });
  await invite.click();
  await expect(panel.getByText('Please enter at least one email address.')).toBeVisible();
  await addresses.fill('no-address,');
  await expect(panel.getByText('Not a valid email!')).toBeVisible();
  await expectAccessible(page);
  await addresses.press('Backspace');
  await addresses.fill('maria@pushboard.example');
  await invite.click();
  await expect(
    page.getByText('Error inviting maria@pushboard.example: User already has access to this org.'),
  ).toBeVisible();
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

test('the person who asks for access is filled in when the engineer follows the notification', {
  tag: '@long',
}, async ({ page }) => {
  const command = await ownCommand(page, 'rung');
  const toAddresses = ['dana@pushboard.example'];
  const ask = { toAddresses, message: 'May I?', subject: 'Access', kitId: command.id };
  await call(page, 'POST', '/send_general_email', ask, 'runner');
  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByText(`Maria Keller asks for access to ${command.name}`).click();
  const panel = page.getByRole('dialog', { name: command.name });
  await expect(panel.getByText(/^Maria Keller asked for access to this command: “/)).toBeVisible();
  await share(panel).click();
  await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();
});

test('the person who asks for access is filled in when the engineer follows the link', {
  tag: '@long',
}, async ({ page }) => {
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
  await expect(panel.getByText(/^Maria Keller asked for access to this command: “/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Leave out Maria Keller' })).toBeVisible();
  await expect(page).not.toHaveURL(/request=/);
  await expectAccessible(page);
  await share(panel).click();
  await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();
});

test.describe('a person with a command of another organization', () => {
  test.use({ as: 'stranger' });

  test('is told that they cannot share it, configure it, or remove it', { tag: '@long' }, async ({
    page,
  }) => {
    const command = await ownCommand(page, 'elsewhere');
    await call(page, 'POST', `/kits/${command.id}/share`, {
      recipients: [{ email: 'alex@northwind.example' }],
    });
    await page.goto('/northwind/commands');
    await isLive(page);
    await page.getByRole('button', { name: `Actions for ${command.name}` }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cannot share' });
    await expect(dialog).toContainText('another organization');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Got it' }).click();
    for (const [item, title] of [
      ['Configure', 'Cannot configure'],
      ['Hide', 'Cannot remove'],
    ] as const) {
      await page.getByRole('button', { name: `Actions for ${command.name}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
      const refusal = page.getByRole('dialog', { name: title });
      await expect(refusal).toContainText('was shared with you by another organization');
      await refusal.getByRole('button', { name: 'Got it' }).click();
      await expect(refusal).toBeHidden();
    }
    await page.getByRole('link', { name: command.name }).click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog).toBeVisible();
  });
});

test.describe('an engineer who is not an organization admin', () => {
  test.use({ as: 'engineer' });

  test('shares with listed people, and with nobody else', { tag: '@long' }, async ({ page }) => {
    const command = await ownCommand(page, 'engineer');
    await grant(page, command.id, people.engineer, 'admin');
    const panel = await openShare(page, command);
    await recipients(panel).fill('sam@partner.example');
    await recipients(panel).press('Enter');
    await expect(panel.getByText('You must select a user from the list.')).toBeVisible();
    await findAndChoose(recipients(panel), 'maria', /Maria Keller/);
    await share(panel).click();
    await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();
    await panel.getByRole('tab', { name: 'Visibility' }).click();
    await expect(panel.getByRole('radio', { name: 'Just me' })).toBeDisabled();
    await expect(panel.getByText('Only its creator can choose this.')).toBeVisible();
  });
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
