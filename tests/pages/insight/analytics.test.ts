import { beforeAll, beforeEach, describe, onTestFinished, test, vi } from 'vitest';
import { type CountedOutcome, countedOutcomes } from '@/lib/figures/counted-runs';
import { weeksOf } from '@/lib/figures/weeks';
import { prisma } from '@/server/base/database/prisma';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { answerInstead } from '../support/answers';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { addCommand, changeSource } from '../support/source';

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
  await ran('Customer profile', 'failed', '2026-03-10T12:00:00Z', 2, {
    endReason: 'timed_out',
    trigger: 'schedule',
    startedAt: new Date('2026-03-10T12:00:04Z'),
    endedAt: new Date('2026-03-10T12:01:04Z'),
  });
  const counter = new RunCounter();
  while ((await counter.nextBatch()) > 0);
});

const card = (name: string) => page.getByRole('region', { name, exact: true });
const runRows = () => page.getByRole('table', { name: 'Runs', exact: true }).locator('tbody tr');

test('a page that stays open over midnight counts the new day, too', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime('2026-11-30T23:59:30Z');
  const counted = new Set<string>();
  answerInstead((asked) => {
    const day = /\/weekly-success-failure\?.*until=([\d-]+)/.exec(asked)?.[1];
    if (day !== undefined) counted.add(day);
    return null;
  });
  await page.goto(`${ANALYTICS}?range=7&zone=Etc%2FUTC`);
  await expect.poll(() => [...counted]).toEqual(['2026-11-30']);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(() => [...counted]).toEqual(['2026-11-30', '2026-12-01']);
});

describe('the runs of each week', () => {
  const title = { success: 'Successful runs', failed: 'Failed runs', canceled: 'Canceled runs' };
  const words = { success: '32 succeeded', failed: '5 failed', canceled: '1 canceled' };

  test.each([...countedOutcomes])(
    'a press on the %s part of a bar opens exactly its runs',
    async (outcome) => {
      await page.goto(`${ANALYTICS}?${IN_MARCH}`);
      await card('Weekly runs')
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
    await card('Weekly runs').getByText('Table', { exact: true }).click();
    await expect(card('Weekly runs').locator('tbody tr')).toHaveCount(
      weeksOf('Etc/UTC', '2026-03-02', '2026-03-29').length,
    );
    await card('Weekly runs').getByRole('button', { name: '5', exact: true }).click();
    await expect(runRows()).toHaveCount(5);
    await runRows().first().getByRole('link').click();
    await expect(page.getByRole('dialog', { name: 'Customer profile' })).toBeVisible();
  });

  test('have dropdown runs with a switch, which the address keeps', async () => {
    await page.goto(`${ANALYTICS}?${IN_MARCH}`);
    await page.getByRole('switch', { name: 'Show dropdown runs' }).check();
    await expect(page).toHaveURL(/dropdowns=true/);
    await card('Weekly runs').getByRole('button', { name: 'Mar 16 – 22, 2026: 2 succeeded' }).click();
    await expect(runRows()).toHaveCount(2);
  });

  test('that there are none of are said to be none', async () => {
    await page.goto(`${ANALYTICS}?range=own&since=2025-03-02&until=2025-03-29`);
    await expect(card('Weekly runs')).toContainText('No runs in this period');
  });
});

test('the most used commands have their runs in the chosen days', async () => {
  const row = card('Most used commands').locator('tbody tr').filter({ hasText: 'Customer profile' });
  await page.goto(`${ANALYTICS}?range=own&since=2025-03-02&until=2025-03-29`);
  // None in these days nor in the past month.
  await expect(row.locator('td', { hasText: /^0$/ })).toHaveCount(2);
  await page.goto(`${ANALYTICS}?${IN_MARCH}`);
  await expect(row.locator('td', { hasText: /^0$/ })).toHaveCount(1);
});

test('the most used commands lead to the builder', async () => {
  await page.goto(ANALYTICS);
  const rows = card('Most used commands').locator('tbody tr');
  await expect(rows.filter({ hasText: 'Customer profile' })).toContainText('36');
  await rows.filter({ hasText: 'Find orders' }).getByRole('link', { name: 'Find orders' }).click();
  await expect(page).toHaveURL(/\/sandbox\/builder\?id=\d+/);
});

test("a person's name opens the runs of that person", async () => {
  await page.goto(ANALYTICS);
  await card('Most active runners').getByRole('button', { name: /Maria/ }).click();
  const panel = page.getByRole('dialog', { name: 'Runs' });
  await expect(panel.getByRole('navigation', { name: 'Pages' })).toContainText('of 36');
});

describe('what leads ask next', () => {
  const panel = (name: string) => page.getByRole('dialog', { name });
  const pages = (name: string) => panel(name).getByRole('navigation', { name: 'Pages' });

  test('why runs fail: a press on a reason opens exactly the runs that failed for it', async () => {
    await page.goto(`${ANALYTICS}?${IN_MARCH}`);
    await card('Failures by reason').getByRole('button', { name: 'Mar 9 – 15, 2026: 2 time limit' }).click();
    await expect(panel('Failed runs (Mar 9 – 15, 2026)')).toContainText('Time limit');
    await expect(runRows()).toHaveCount(2);
  });

  test('what starts runs: a press on schedules opens theirs', async () => {
    await page.goto(`${ANALYTICS}?${IN_MARCH}`);
    await card('Runs by trigger').getByRole('button', { name: 'Mar 9 – 15, 2026: 2 schedules' }).click();
    await expect(panel('Runs (Mar 9 – 15, 2026)')).toContainText('Schedules');
    await expect(runRows()).toHaveCount(2);
  });

  test('how long runs take: a week of one command, which the address keeps, opens its runs', async () => {
    await page.goto(`${ANALYTICS}?${IN_MARCH}`);
    const choice = page.getByRole('combobox', { name: 'Command whose times are shown' });
    await choice.click();
    await page.getByRole('option', { name: 'Find orders' }).click();
    await expect(page).toHaveURL(/command=\d+/);
    await card('Time taken')
      .getByRole('button', { name: /^Mar 9 – 15, 2026: 95th percentile/ })
      .click();
    await expect(panel('Successful runs (Mar 9 – 15, 2026)')).toContainText('Find orders');
    await expect(runRows()).toHaveCount(2);
  });

  test('which commands fail most, with their rate', async () => {
    await page.goto(`${ANALYTICS}?${IN_MARCH}`);
    const row = card('Commands that fail most').locator('tbody tr').first();
    await expect(row).toContainText('Customer profile');
    await expect(row).toContainText('14.3%');
    await row.getByRole('button', { name: '5', exact: true }).click();
    await expect(runRows()).toHaveCount(5);
  });

  test('which connections and groups: their numbers open their runs', async () => {
    await page.goto(`${ANALYTICS}?${IN_MARCH}`);
    const connection = card('Runs by connection').locator('tbody tr').first();
    await connection.getByRole('button', { name: '32', exact: true }).click();
    await expect(pages('Successful runs (Mar 2 – 29, 2026)')).toContainText('of 32');
    await page.goto(`${ANALYTICS}?${IN_MARCH}`);
    await expect(card('People and groups').locator('tbody tr').first()).toBeVisible();
  });

  test('which commands nobody uses, and which depend on one person', async () => {
    await changeSource(`
      create or replace function shop.lone(amount integer) returns integer language sql as 'select amount';
      grant execute on function shop.lone to sample_runner`);
    await call('POST', `/kits/${await addCommand('lone')}/share`, {
      recipients: [{ userId: people.runner, newKitDirRole: 'runner' }],
      skipTheSending: true,
    });
    // Young commands aren't unused, but nothing says that they are used.
    await page.goto(ANALYTICS);
    await expect(card('Unused commands')).toContainText('Nothing has been unused for 90 days');
    await prisma().command.updateMany({
      where: { orgId: SANDBOX.orgId },
      data: { createdAt: new Date('2026-01-01T00:00:00Z') },
    });
    await page.goto(ANALYTICS);
    await expect(card('Unused commands').locator('tbody tr').first()).toContainText('Never');
    await expect(page.getByRole('columnheader', { name: 'Person, besides admins' })).toBeVisible();
  });
});

test('what commands are worth, by their engineers’ estimates', async () => {
  await page.goto(`${ANALYTICS}?${IN_MARCH}`);
  await expect(card('Minutes saved')).toContainText('No estimates for this period');
  await prisma().command.updateMany({
    where: { orgId: SANDBOX.orgId, name: 'Customer profile' },
    data: { minutesSaved: 25 },
  });
  await page.goto(`${ANALYTICS}?${IN_MARCH}`);
  const row = card('Commands that save most').locator('tbody tr');
  await expect(row).toContainText('13 h');
  await card('Minutes saved').getByText('Table', { exact: true }).click();
  await expect(card('Minutes saved').locator('tbody tr')).toContainText('March 2026');
  await row.getByRole('button', { name: '30', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Successful runs (Mar 2 – 29, 2026)' });
  await expect(panel.getByRole('navigation', { name: 'Pages' })).toContainText('of 30');
});

describe('a member', () => {
  beforeEach(() => signInAs('engineer'));

  test('sees nothing of it', async () => {
    await page.goto(`/${SANDBOX.slug}/commands`);
    await page.getByRole('button', { name: /^Organization: / }).click();
    await expect(page.getByRole('menuitem', { name: 'Errors' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Analytics' })).toHaveCount(0);
    await page.goto(ANALYTICS);
    await expect(page.getByRole('heading', { name: /^Only admins of .* see Analytics$/ })).toBeVisible();
  });
});

test('an admin finds it in the menu of the organization', async () => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await page.getByRole('button', { name: /^Organization: / }).click();
  await page.getByRole('menuitem', { name: 'Analytics' }).click();
  await expect(page.getByRole('heading', { name: 'Analytics' })).toBeVisible();
});
