import { beforeAll, beforeEach, describe, test } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { groupFailures } from '@/server/insight/errors/group-failures';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { signInAs, withSandbox } from '../support/sandbox';

withSandbox();

const ERRORS = `/${SANDBOX.slug}/analytics/errors`;

async function failed(name: string, message: string, times = 1): Promise<number> {
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
  await failed('Customer profile', 'Customer 1 not found', 3);
  runId = await failed('Find orders', 'The index is gone');
  await groupAll();
});
beforeEach(() =>
  sql.query(
    `update error_group set state = 'open', ignored_until = null, ignored_until_runs = null, assignee_user_id = null`,
  ),
);

const rows = () => page.getByRole('table', { name: 'Errors' }).locator('tbody tr');
const panel = () => page.getByRole('dialog', { name: 'Customer {number} not found' });

describe('the list of errors', () => {
  test('shows what fails, how often, and where, and Analytics how many are open', async () => {
    await page.goto(ERRORS);
    await expect(rows()).toHaveCount(2);
    const row = rows().filter({ hasText: 'Customer {number} not found' });
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

  test('says that nothing is resolved yet, and keeps its choice in the address', async () => {
    await page.goto(`${ERRORS}?state=resolved`);
    await expect(page.getByText('No resolved errors')).toBeVisible();
  });

  test('is empty for people who configure nothing', async () => {
    await signInAs('runner');
    await page.goto(ERRORS);
    await expect(page.getByText('No open errors')).toBeVisible();
  });
});

describe('the panel of an error', () => {
  const open = async () => {
    await page.goto(ERRORS);
    await rows().getByRole('button', { name: 'Customer {number} not found' }).click();
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
    await expect(rows().filter({ hasText: 'Customer {number} not found' })).not.toContainText('Nobody');
  });
});

test('a failed run leads to its error', async () => {
  await page.goto(`/${SANDBOX.slug}/history?panel=run:${runId}`);
  await page.getByRole('button', { name: 'Show the error', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'The index is gone' })).toBeVisible();
});
