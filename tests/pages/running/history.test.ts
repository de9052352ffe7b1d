import { beforeEach, describe, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { send } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { bearer, giveToken } from '../../support/things/tokens';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { addCommand, changeSource, commandId } from '../support/source';

withSandbox();
withWorker();

/** A customer that no other journey uses. Its number is part of no other number. */
const customer = (index: number): string => String(1_000_000_000 + index);

const HISTORY = `/${SANDBOX.slug}/history`;

/** The rows of the history, without the header. */
const rows = () => page.getByRole('table', { name: 'Runs' }).locator('tbody tr');

/** Opens the history by its address. Its rows are rendered before they can be clicked. */
async function openHistory(query = ''): Promise<void> {
  await page.goto(HISTORY + query);
}

/** Runs the command that shows a customer, to its end. */
async function lookUp(customerId: string): Promise<void> {
  const kitId = await commandId('Customer profile');
  const { anchor_ol } = await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${kitId}`);
  await call('POST', '/run-sync', {
    kitId,
    olId: anchor_ol.ol_id,
    params: { customer_id: Number(customerId) },
  });
}

test('a documented link filters too', async () => {
  await openHistory(`?filter=cron_job_id:7`);
  await expect(page.getByRole('button', { name: 'Scheduled job: 7' })).toBeVisible();
  await expect(page.getByText('No runs match these filters')).toBeVisible();
});

test('a run by a token says which, in the list and in the details of the run', async () => {
  const { token } = await giveToken(people.runner, { name: 'CI deploy' });
  const kitId = await commandId('Best sellers');
  const { templateId: olId } = await prisma().command.findUniqueOrThrow({ where: { commandId: kitId } });
  const { body } = await send('POST', `/${SANDBOX.orgId}/run-sync`, {
    headers: bearer(token),
    body: { kitId, olId, params: {} },
  });
  const { run_id: runId } = body as { run_id: number };
  await openHistory();
  await expect(rows().first()).toContainText('Maria Keller (token CI deploy)');
  await openHistory(`?panel=run:${runId}`);
  await expect(page.getByRole('dialog')).toContainText('Maria Keller (token CI deploy)');
  await page.goto(`/${SANDBOX.slug}/builder?id=${kitId}&panel=run:${runId}`);
  await expect(page.getByRole('dialog')).toContainText('Maria Keller (token CI deploy)');
});

test('a search that finds nothing says where it looked', async () => {
  await openHistory('?q=Zacharias');
  await expect(page.getByText('No runs match “Zacharias”')).toBeVisible();
  await expect(
    page.getByText(/^The search looks in the names of commands, the names of people, and the values\./),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show all runs' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

describe('at a wrong address', () => {
  test('an unknown filter is named, and can be removed', async () => {
    await lookUp(customer(9));
    await openHistory(`?filter=nonsense:1`);
    await expect(page.getByText("This filter can't be used")).toBeVisible();
    await page.getByRole('button', { name: 'nonsense: 1' }).click();
    await expect(rows().first()).toBeVisible();
  });
});

test('results are deleted together; their runs stay', async () => {
  await lookUp(customer(3));
  await lookUp(customer(3));
  await openHistory(`?values=${customer(3)}`);
  await page.getByRole('checkbox', { name: 'Select all runs of this page' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete results' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the results of 2 runs?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 Run(s) deleted')).toBeVisible();
  await expect(rows().filter({ hasText: 'Deleted' })).toHaveCount(2);
  await rows().first().getByRole('link').click();
  await expect(page.getByText(/^The result of this run was deleted by Dana Lee on /)).toBeVisible();
});

test('a run of another day is not shown as one of today, and a deleted result not as a result', async () => {
  await lookUp(customer(5));
  const { runId, commandId: kitId } = await prisma().run.findFirstOrThrow({ orderBy: { runId: 'desc' } });
  const at = new Date('2026-03-10T12:00:00Z');
  const times = { createdAt: at, queuedAt: at, startedAt: at, endedAt: at };
  await prisma().run.update({ where: { runId }, data: times });
  const card = () => page.getByRole('region', { name: 'Results' });
  await page.goto(`/${SANDBOX.slug}/builder?id=${kitId}#run-${runId}`);
  await expect(card()).toContainText(/Mar (9|10|11), /);
  await expect(page.getByRole('status').filter({ hasText: 'Success' })).toHaveCount(0);
  await expect(card().getByRole('button', { name: /^Download as/ })).toBeVisible();

  await call('DELETE', `/kits/${kitId}/runs/${runId}/result`);
  await page.reload();
  await expect(card()).toContainText('The result of this run was deleted by Dana Lee on ');
  await expect(card()).toContainText('result deleted');
  await expect(card().getByRole('button', { name: /^(Download|Email|Copy the result|Expand)/ })).toHaveCount(
    0,
  );
});

describe('a runner', () => {
  beforeEach(() => signInAs('runner'));

  test("cannot delete another person's result", async () => {
    await lookUp(customer(8));
    await openHistory(`?person=Dana&command=Customer`);
    await rows()
      .first()
      .getByRole('button', { name: /Actions for run/ })
      .click();
    await expect(page.getByRole('menuitem', { name: 'Change and run again' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Delete result' })).toHaveCount(0);
  });
});

describe('by keyboard', () => {
  test('arrows go from run to run, Enter opens one, Escape comes back to it', async () => {
    await lookUp(customer(4));
    await lookUp(customer(4));
    await openHistory(`?values=${customer(4)}`);
    const links = rows().getByRole('link');
    await links.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Customer profile' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(links.nth(1)).toBeFocused();
  });
});

test('a run that ends while its panel is open can be downloaded from there', async () => {
  await changeSource(`
    create table shop.gate as select 1 as n;
    grant select on shop.gate to sample_runner;
    create or replace function shop.slow_list() returns table (n integer) language plpgsql as $$ begin
      while exists (select from shop.gate) loop perform pg_sleep(0.01); end loop;
      return query select 1; end $$;
    grant execute on function shop.slow_list to sample_runner`);
  const kitId = await addCommand('slow_list');
  const { templateId: olId } = await prisma().command.findUniqueOrThrow({ where: { commandId: kitId } });
  const { run_id: runId } = await call<{ run_id: number }>('POST', '/run-async-i', { olId, kitId });
  await call('POST', '/run-async-ii', { runrams: {}, olId, runId, kitId });
  await openHistory(`?panel=run:${runId}`);
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Still running. The result will appear here.')).toBeVisible();
  await changeSource('delete from shop.gate');
  await expect(panel.getByRole('button', { name: 'Download' })).toBeVisible();
});
