import { beforeAll, beforeEach, describe, test } from 'vitest';
import { type CountedOutcome, countedOutcomes } from '@/lib/figures/counted-runs';
import { weeksOf } from '@/lib/figures/weeks';
import { prisma } from '@/server/base/database/prisma';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { signInAs, withSandbox } from '../support/sandbox';

withSandbox();

const ANALYTICS = `/${SANDBOX.slug}/analytics`;
/** The days of four past weeks, in one zone. */
const IN_MARCH = 'range=own&since=2026-03-02&until=2026-03-29&zone=America%2FNew_York';

const endOf = {
  success: { status: 'success' },
  failed: { status: 'failed', endReason: 'error' },
  canceled: { status: 'failed', endReason: 'cancelled' },
} as const;

async function ran(name: string, outcome: CountedOutcome, at: string, times = 1, more: object = {}) {
  const command = await prisma().command.findFirstOrThrow({ where: { orgId: SANDBOX.orgId, name } });
  const createdAt = new Date(at);
  const data = {
    orgId: SANDBOX.orgId,
    commandId: command.commandId,
    templateId: command.templateId,
    startedByUserId: people.runner,
    createdAt,
    queuedAt: createdAt,
    startedAt: createdAt,
    endedAt: createdAt,
    params: '{}',
    ...endOf[outcome],
    ...more,
  };
  await prisma().run.createMany({ data: Array.from({ length: times }, () => data) });
}

beforeAll(async () => {
  await ran('Customer profile', 'success', '2026-03-10T12:00:00Z', 30);
  await ran('Customer profile', 'failed', '2026-03-10T12:00:00Z', 3);
  await ran('Customer profile', 'canceled', '2026-03-10T12:00:00Z');
  await ran('Find orders', 'success', '2026-03-16T03:59:00Z', 2, { startedByUserId: people.engineer });
  await ran('Find orders', 'success', '2026-03-16T04:00:00Z', 2, { trigger: 'dropdown' });
  const counter = new RunCounter();
  while ((await counter.nextBatch()) > 0);
});

const card = (name: string) => page.getByRole('region', { name, exact: true });
const runRows = () => page.getByRole('table', { name: 'Runs', exact: true }).locator('tbody tr');

describe('the runs of each week', () => {
  const title = { success: 'Successful runs', failed: 'Failed runs', canceled: 'Canceled runs' };
  const words = { success: '32 succeeded', failed: '3 failed', canceled: '1 canceled' };

  test.each([...countedOutcomes])(
    'a press on the %s part of a bar opens exactly its runs',
    async (outcome) => {
      await page.goto(`${ANALYTICS}?${IN_MARCH}`);
      await card('Weekly Runs')
        .getByRole('button', { name: `Mar 9 – 15, 2026: ${words[outcome]}` })
        .click();
      const panel = page.getByRole('dialog', { name: `${title[outcome]} (Mar 9 – 15, 2026)` });
      await expect(panel).toBeVisible();
      await expect(panel.getByRole('navigation', { name: 'Pages' })).toContainText(
        `of ${Number.parseInt(words[outcome], 10)}`,
      );
    },
  );

  test('are a table, too, whose numbers open the same runs', async () => {
    await page.goto(`${ANALYTICS}?${IN_MARCH}`);
    await card('Weekly Runs').getByText('Table', { exact: true }).click();
    await expect(card('Weekly Runs').locator('tbody tr')).toHaveCount(
      weeksOf('Etc/UTC', '2026-03-02', '2026-03-29').length,
    );
    await card('Weekly Runs').getByRole('button', { name: '3', exact: true }).click();
    await expect(runRows()).toHaveCount(3);
    await runRows().first().getByRole('link').click();
    await expect(page.getByRole('dialog', { name: 'Customer profile' })).toBeVisible();
  });

  test('have dropdown runs with a switch, which the address keeps', async () => {
    await page.goto(`${ANALYTICS}?${IN_MARCH}`);
    await page.getByRole('switch', { name: 'Show Dropdown Runs' }).check();
    await expect(page).toHaveURL(/dropdowns=true/);
    await card('Weekly Runs').getByRole('button', { name: 'Mar 16 – 22, 2026: 2 succeeded' }).click();
    await expect(runRows()).toHaveCount(2);
  });

  test('that there are none of are said to be none', async () => {
    await page.goto(`${ANALYTICS}?range=own&since=2025-03-02&until=2025-03-29`);
    await expect(card('Weekly Runs')).toContainText('No runs in this time');
  });
});

test('the most used commands lead to the builder', async () => {
  await page.goto(ANALYTICS);
  const rows = card('Most Used Commands').locator('tbody tr');
  await expect(rows.filter({ hasText: 'Customer profile' })).toContainText('34');
  await rows.filter({ hasText: 'Find orders' }).getByRole('link', { name: 'Find orders' }).click();
  await expect(page).toHaveURL(/\/sandbox\/builder\?id=\d+/);
});

test("a person's name opens the runs of that person", async () => {
  await page.goto(ANALYTICS);
  await card('Most Active Runners').getByRole('button', { name: /Maria/ }).click();
  const panel = page.getByRole('dialog', { name: 'Runs' });
  await expect(panel.getByRole('navigation', { name: 'Pages' })).toContainText('of 34');
});

describe('a member', () => {
  beforeEach(() => signInAs('engineer'));

  test('sees nothing of it', async () => {
    await page.goto(`/${SANDBOX.slug}/commands`);
    await expect(page.getByRole('link', { name: 'History' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Analytics' })).toHaveCount(0);
    await page.goto(ANALYTICS);
    await expect(page.getByText("This page doesn't exist")).toBeVisible();
  });
});

test('an admin finds it in the bar', async () => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('heading', { name: 'Analytics' })).toBeVisible();
});
