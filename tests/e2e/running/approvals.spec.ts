import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { call, grant, MARIA, ownCommand } from '../support/sharing';
import { holdRequests, isLive, SANDBOX, waitForOutcome } from '../support/steps';

const approvals = `/${SANDBOX.slug}/approvals`;

async function open(page: Page, commandId: number): Promise<void> {
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
}

test('an engineer asks for approval of each run; a runner waits for it, and sees the answer', async ({
  page,
  browser,
  sessionOf,
}) => {
  const { id, name } = await ownCommand(page, 'approved');
  await grant(page, id, MARIA, 'runner');

  await page.goto(`/${SANDBOX.slug}/builder?id=${id}&panel=configure:${id}`);
  await page.getByRole('button', { name: 'Safety', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Safety' });
  await panel.getByRole('checkbox', { name: "Needs another engineer's approval" }).check();
  await panel.getByRole('textbox', { name: 'Confirmation word' }).fill('pay');
  await panel.getByRole('spinbutton', { name: 'Hours to approve' }).fill('0');
  await expect(panel.getByText('Please enter a whole number from 1 to 720')).toBeVisible();
  await panel.getByRole('spinbutton', { name: 'Hours to approve' }).fill('48');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

  const marias = await browser.newContext({ storageState: await sessionOf('runner') });
  const maria = await marias.newPage();
  await open(maria, id);
  const ask = async (amount: string): Promise<void> => {
    await maria.getByRole('region', { name: 'Inputs' }).getByLabel('Amount').fill(amount);
    await maria.getByRole('button', { name: 'Ask for approval' }).click();
    const question = maria.getByRole('dialog', { name: `Run “${name}”?` });
    const send = question.getByRole('button', { name: 'Ask for approval' });
    await expect(send).toBeDisabled();
    await question.getByLabel('Type “pay” to confirm').fill('pay');
    await question.getByLabel('Note to the engineers').fill('For the March refund');
    await expectAccessible(maria);
    await send.click();
    await waitForOutcome(maria, 'Waiting for approval');
  };
  const ofShare = async () => {
    const { notifications } = await call(maria, 'GET', '/notifications', undefined, 'runner');
    return notifications.find((each: { kit_id: number }) => each.kit_id === id);
  };
  // The command is open, which is what the share was about.
  await expect.poll(ofShare).toMatchObject({ kind: 'share', is_read: true });
  await ask('5');
  // What a reload shows is in the address.
  await expect(maria).toHaveURL(/#run-\d+$/);
  const goOn = await holdRequests(maria, /\/runs\/\d+\?.*wait=/);
  await maria.reload();
  await waitForOutcome(maria, 'Waiting for approval');
  goOn();
  await expect(maria.getByText(/can approve this\. It then starts by itself\./)).toBeVisible();
  await expectAccessible(maria);

  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: `Maria Keller asks for your approval to run ${name}` }).click();
  await page.getByRole('heading', { level: 1, name: 'Request for approval' }).waitFor();
  await page.getByRole('button', { name: 'All requests' }).click();
  const request = page.getByRole('article', { name });
  await expect(request.getByText('For the March refund')).toBeVisible();
  await expectAccessible(page);
  await request.getByRole('button', { name: 'Approve' }).click();
  await expect(request.getByText('Approved', { exact: true })).toBeVisible();
  await expect(request.getByRole('heading').getByRole('link')).toBeFocused();
  await waitForOutcome(maria, 'Success');

  await ask('6');
  await page.goto(`/${SANDBOX.slug}/history`);
  await isLive(page);
  await page
    .getByRole('row', { name })
    .filter({ hasText: 'Waiting for approval' })
    .getByRole('link')
    .first()
    .click();
  const run = page.getByRole('dialog', { name });
  await expect(run.getByText(/It then starts by itself\./)).toBeVisible();
  await expectAccessible(page);
  await run.getByRole('link', { name: 'Answer the request' }).click();
  await page.getByRole('heading', { level: 1, name: 'Request for approval' }).waitFor();
  await isLive(page);
  await page.getByRole('article', { name }).first().getByRole('button', { name: 'Deny' }).click();
  const denial = page.getByRole('dialog', { name: `Deny “${name}”?` });
  await denial.getByRole('button', { name: 'Deny' }).click();
  await expect(denial.getByText('Please say why')).toBeVisible();
  await denial.getByLabel('Reason').fill('March is closed');
  await denial.getByRole('button', { name: 'Deny' }).click();
  await waitForOutcome(maria, 'Refused');
  await expect(maria.getByText('Reason: March is closed').first()).toBeVisible();

  await maria.goto(`${approvals}?box=asked&state=withdrawn`);
  await expect(maria.getByText('No requests with this status')).toBeVisible();
  await maria.setViewportSize({ width: 390, height: 844 });
  await maria.goto(`${approvals}?box=asked`);
  await expect(maria.getByText('March is closed')).toBeVisible();
  await expectNoSidewaysScroll(maria);
  await expectAccessible(maria);
  await marias.close();
  await call(page, 'DELETE', `/kits/${id}`);
});
