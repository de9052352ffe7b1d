import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { addCommand, changeSource } from '../support/sample-source';
import { field, isLive, pressRun, SANDBOX, waitForOutcome } from '../support/steps';

const BASE = `/api/v1/${SANDBOX.orgId}`;
const headers = { 'x-demo-user-id': people.admin };

const open = async (page: Page, commandId: number, more = '') => {
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}${more}`);
  await isLive(page);
};

/** A command that issues a credit, and one that takes it back. */
async function ownCommands(page: Page, suffix: string) {
  const [issue, takeBack] = [`credit_${suffix}_${process.pid}`, `take_back_${suffix}_${process.pid}`];
  await changeSource(`
    create or replace function shop.${issue}(amount integer, note text default 'none')
      returns table (credit_id integer) language sql as $$ select amount * 10 $$;
    create or replace function shop.${takeBack}(credit_id integer, note text default '')
      returns text language sql as $$ select 'took back ' || credit_id $$;
    grant execute on function shop.${issue}, shop.${takeBack} to sample_runner`);
  const issueId = await addCommand(page.request, issue);
  const takeBackId = await addCommand(page.request, takeBack);
  return { issue, takeBack, issueId, takeBackId };
}

test.describe('a runner', () => {
  test.use({ as: 'runner', expectedComplaints: [/404/] });

  test('copies a command, edits the copy, and learns why it ended', { tag: '@long' }, async ({ page }) => {
    const { issueId } = await ownCommands(page, 'copy');
    const shared = await page.request.post(`${BASE}/kits/${issueId}/share`, {
      headers,
      data: { recipients: [{ userId: people.runner }], skipTheSending: true },
    });
    expect(shared.ok(), await shared.text()).toBe(true);
    await open(page, issueId);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Copy command' });
    await expect(panel.getByText('Everything else follows the original')).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('textbox', { name: 'Name' }).fill('My credits');
    await panel.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'My credits' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Configure' })).toHaveCount(0);
    await field(page, 'Amount').fill('3');
    await pressRun(page);
    await expect((await waitForOutcome(page, 'Success')).getByText('30', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit copy' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit copy' });
    await edited.getByRole('textbox', { name: 'Name' }).fill('Credits of mine');
    await expectAccessible(page);
    await edited.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Credits of mine' })).toBeVisible();
    await expect(edited).toBeHidden();
    await expect(page).not.toHaveURL(/panel=/);
    await page.request.delete(`${BASE}/kits/${issueId}`, { headers });
    await page.reload();
    await expect(page.getByText('the command it was copied from was deleted')).toBeVisible();
  });
});

test('an undo partner is chosen, fills in from the run, and is offered until it ran', {
  tag: '@long',
}, async ({ page }) => {
  const { issueId, takeBack } = await ownCommands(page, 'undo');
  await open(page, issueId);
  await field(page, 'Amount').fill('2');
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  await open(page, issueId, `&panel=undo-partner:${issueId}`);
  const panel = page.getByRole('dialog', { name: 'Undo partner' });
  await panel.getByLabel('Search commands').fill(takeBack);
  await panel.getByRole('button', { name: takeBack }).first().click();
  await expect(panel.getByRole('combobox', { name: 'Output field for Credit ID' })).toHaveValue('credit_id');
  await expect(panel.getByRole('combobox', { name: 'Output field for Note' })).toHaveValue('note');
  await expectAccessible(page);
  await panel.getByLabel('Offer it for (minutes)').fill('0');
  await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled();
  await panel.getByLabel('Offer it for (minutes)').fill('30');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

  await open(page, issueId);
  await field(page, 'Amount').fill('4');
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  const undo = card.getByRole('link', { name: /^Undo: / });
  await expect(undo).toBeVisible();
  await expectAccessible(page, '[aria-label="Results"]');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await undo.click();
  const opened = page.getByRole('dialog', { name: takeBack, exact: true });
  const question = page.getByRole('dialog', { name: `Run “${takeBack}”?` });
  await expect(question.getByRole('definition').first()).toHaveText('40');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(opened.getByText('took back 40')).toBeVisible();
  await expect(opened.getByText(/^Run \d+ is undone\.$/)).toBeVisible();
  await expectAccessible(page);
  await opened.getByRole('button', { name: 'Done' }).click();
  await waitForOutcome(page, 'Success');
  await expect(undo).toHaveCount(0);
});

test('another connection is compared before a command changes to it', { tag: '@long' }, async ({ page }) => {
  const { issueId } = await ownCommands(page, 'connect');
  await open(page, issueId, `&panel=change-connection:${issueId}`);
  const panel = page.getByRole('dialog', { name: 'Change connection' });
  await expect(panel.getByRole('combobox', { name: 'Connection' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Change connection' })).toBeDisabled();
  await expectAccessible(page);
});
