import { beforeAll, beforeEach, describe, test } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { groupFailures } from '@/server/insight/errors/group-failures';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { withWorker } from '../../support/app/worker';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { commandId } from '../support/source';

withSandbox();
withWorker();

const ERRORS = `/${SANDBOX.slug}/analytics/errors`;

async function failed(name: string, message: string, times = 1, more: object = {}): Promise<number> {
  const command = await prisma().command.findFirstOrThrow({ where: { orgId: SANDBOX.orgId, name } });
  const at = new Date();
  const data = {
    orgId: SANDBOX.orgId,
    commandId: command.commandId,
    templateId: command.templateId,
    startedByUserId: people.runner,
    status: 'failed' as const,
    endReason: 'error' as const,
    createdAt: at,
    queuedAt: at,
    startedAt: at,
    endedAt: at,
    params: '{}',
    errors: [{ message, code: 'P0001', detail: null, hint: null, where: null, severity: 'ERROR' }],
    ...more,
  };
  await prisma().run.createMany({ data: Array.from({ length: times }, () => data) });
  const { runId } = await prisma().run.findFirstOrThrow({ orderBy: { runId: 'desc' } });
  return runId;
}

async function groupAll(): Promise<void> {
  const counter = new RunCounter();
  while ((await counter.nextBatch()) > 0);
  while ((await groupFailures(Date.now())) > 0);
}

let runId: number;
beforeAll(async () => {
  const kitId = await commandId('Customer profile');
  const { anchor_ol } = await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${kitId}`);
  await call('POST', '/run-sync', { kitId, olId: anchor_ol.ol_id, params: { customer_id: 1 } });
  const { definitionId, params } = await prisma().run.findFirstOrThrow({ orderBy: { runId: 'desc' } });
  await failed('Customer profile', 'Customer 1 not found', 3, { definitionId, params });
  runId = await failed('Find orders', 'The index is gone');
  await groupAll();
});
beforeEach(() =>
  sql.query(
    `update error_group set state = 'open', ignored_until = null, ignored_until_runs = null, assignee_user_id = null,
       opened_at = '-infinity'`,
  ),
);

const rows = () => page.getByRole('table', { name: 'Errors' }).locator('tbody tr');
const panel = () => page.getByRole('dialog', { name: 'Customer … not found' });

describe('the list of errors', () => {
  test('shows what fails, how often, and where, and Analytics how many are open', async () => {
    await page.goto(ERRORS);
    await expect(rows()).toHaveCount(2);
    const row = rows().filter({ hasText: 'Customer … not found' });
    await expect(row).toContainText('Customer profile');
    await expect(row).toContainText('P0001');
    await expect(row).toContainText('Nobody');
    await page.goto(`/${SANDBOX.slug}/analytics`);
    await page
      .getByRole('navigation', { name: 'Analytics' })
      .getByRole('link', { name: /^Errors/ })
      .click();
    await expect(rows()).toHaveCount(2);
  });

  test('says how many errors with refused values it leaves out', async () => {
    await sql.query(`update error_group set is_bad_input = title like 'Customer %'`);
    try {
      await page.goto(ERRORS);
      await expect(rows()).toHaveCount(1);
      await page.getByText('Refused values, too (1)').click();
      await expect(rows()).toHaveCount(2);
      await expect(page.getByText('Refused values, too', { exact: true })).toBeVisible();
    } finally {
      await sql.query('update error_group set is_bad_input = false');
    }
  });

  test('says that nothing is resolved yet, and keeps its choice in the address', async () => {
    await page.goto(`${ERRORS}?state=resolved`);
    await expect(page.getByText('No resolved errors')).toBeVisible();
  });

  test('is empty for people who configure nothing', async () => {
    await signInAs('runner');
    await page.goto(`/${SANDBOX.slug}/commands`);
    await page.getByRole('button', { name: /^Organization: / }).click();
    await page.getByRole('menuitem', { name: 'Errors' }).click();
    await expect(page.getByText('No open errors')).toBeVisible();
  });
});

describe('the panel of an error', () => {
  const open = async () => {
    await page.goto(ERRORS);
    await rows().getByRole('button', { name: 'Customer … not found' }).click();
    await expect(panel()).toBeVisible();
  };

  test('leads to exactly its runs', async () => {
    await open();
    await panel().getByRole('button', { name: 'Show 3 runs' }).click();
    const runs = page.getByRole('table', { name: 'Runs', exact: true }).locator('tbody tr');
    await expect(runs).toHaveCount(3);
  });

  test('resolves it and reopens it', async () => {
    await open();
    await panel().getByRole('button', { name: 'Resolve' }).click();
    await expect(panel().getByRole('button', { name: 'Reopen' })).toBeVisible();
    await expect(panel()).toContainText('Resolved');
    await panel().getByRole('button', { name: 'Reopen' }).click();
    await expect(panel().getByRole('button', { name: 'Resolve' })).toBeVisible();
  });

  test('ignores it for some failures', async () => {
    await open();
    await panel().getByRole('button', { name: 'Ignore' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ignore this error?' });
    await dialog.getByLabel('How long').selectOption('runs-10');
    await dialog.getByRole('button', { name: 'Ignore' }).click();
    await expect(panel()).toContainText('for 10 more failures');
  });

  test('assigns it to an engineer', async () => {
    await open();
    await panel().getByLabel('Assigned to').selectOption(people.engineer);
    await expect(rows().filter({ hasText: 'Customer … not found' })).not.toContainText('Nobody');
  });
});

test('what failed is run again, once a person has seen how much that is', async () => {
  await page.goto(ERRORS);
  await rows().getByRole('button', { name: 'Customer … not found' }).click();
  await panel().getByRole('button', { name: 'Run again what failed in Customer profile' }).click();
  const question = page.getByRole('dialog', { name: 'Run “Customer profile” again?' });
  await expect(question).toContainText('3 runs that failed with this error will run again as a bulk run');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await prisma().bulkRun.count()).toBe(0);
  await panel().getByRole('button', { name: 'Run again what failed in Customer profile' }).click();
  await question.getByRole('button', { name: 'Run 3 runs again' }).click();
  await expect(page.getByRole('dialog', { name: /^Bulk run/ })).toContainText('3 succeeded');
  expect(await prisma().bulkRun.count()).toBe(1);
});

test('what failed in several commands is run again at once', async () => {
  for (const [name, params] of [
    ['Customer profile', { customer_id: 1 }],
    ['Find orders', {}],
  ] as const) {
    const kitId = await commandId(name);
    const { anchor_ol } = await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${kitId}`);
    await call('POST', '/run-sync', { kitId, olId: anchor_ol.ol_id, params });
    const run = await prisma().run.findFirstOrThrow({ orderBy: { runId: 'desc' } });
    const errors = [
      { message: 'No connection', code: '08006', detail: null, hint: null, where: null, severity: 'FATAL' },
    ];
    await failed(name, '', 2, { definitionId: run.definitionId, params: run.params, errors });
  }
  await groupAll();
  await page.goto(ERRORS);
  await rows().getByRole('button', { name: 'No connection' }).click();
  await page.getByRole('button', { name: 'Run all again' }).click();
  const question = page.getByRole('dialog', { name: 'Run all of them again?' });
  await expect(question).toContainText('4 runs of 2 commands that failed with this error will run again');
  await question.getByRole('button', { name: 'Run 4 runs again' }).click();
  await expect(page.getByText('4 runs of 2 commands started again as bulk runs')).toBeVisible();
  expect(await prisma().bulkRun.count({ where: { run: { command: { name: 'Find orders' } } } })).toBe(1);
});

test('a failed run leads to its error', async () => {
  await page.goto(`/${SANDBOX.slug}/history?panel=run:${runId}`);
  await page.getByRole('button', { name: 'Show the error', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'The index is gone' })).toBeVisible();
});
