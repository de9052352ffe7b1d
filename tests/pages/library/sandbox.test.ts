import { beforeAll, test } from 'vitest';
import { seedActivity } from '@/prisma/demo/seed-activity';
import { seedDemo } from '@/prisma/demo/seed-demo';
import { prisma } from '@/server/base/database/prisma';
import { withWorker } from '../../support/app/worker';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { builderPath, commandId } from '../support/source';
import { field } from '../support/steps';

withSandbox();
withWorker();

beforeAll(async () => {
  const made = await prisma().command.findMany({ select: { commandId: true, name: true } });
  await seedActivity(made);
});

async function run(name: string, params: object) {
  const kitId = await commandId(name);
  const { anchor_ol } = await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${kitId}`);
  return call('POST', '/run-sync', { kitId, olId: anchor_ol.ol_id, params });
}

test('a category is chosen from those of the shop', async () => {
  await page.goto(builderPath(await commandId('Best sellers')));
  const category = field('Category');
  await expect(category).toHaveAttribute('placeholder', 'All categories');
  await category.click();
  await expect(page.getByRole('option')).toHaveCount(12);
  await expect(page.getByRole('option').last()).toHaveText('Water and food');
});

test('days are checked, revenue is a chart first, and emails are masked', async () => {
  await expect(run('Best sellers', { from_date: '2026-06-02', to_date: '2026-06-01' })).rejects.toThrow(
    "The last day can't be before the first one",
  );
  const revenue = await commandId('Monthly revenue');
  const { chart_first } = await call<{ chart_first: boolean }>('GET', `/deep-kits-6/${revenue}`);
  expect(chart_first).toBe(true);
  const result = JSON.stringify(await run('Orders with a status', { status: 'placed', row_limit: 1 }));
  expect(result).toContain('•');
  expect(result).not.toContain('@');
});

test('the commands of the shop are in folders', async () => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  for (const [folder, count] of [
    ['Orders', 5],
    ['Sales', 4],
    ['Stock', 4],
  ] as const) {
    await expect(page.getByRole('treeitem', { name: folder })).toContainText(String(count));
  }
});

test('a job has run, and a runner waits for approval, in a request that says that it is a sample', async () => {
  const jobs = () => call<{ name: string; last_runs: { status: string }[] }[]>('GET', '/cron-jobs');
  await expect.poll(async () => (await jobs())[0]?.last_runs[0]?.status).toBe('success');
  await page.goto(`/${SANDBOX.slug}/home`);
  const waiting = page.getByRole('region', { name: 'Waiting for me' });
  await expect(waiting).toContainText('Restock a product');
  await expect(waiting).toContainText(
    /Maria Keller asks to run it: “Sample request, made with the sandbox: forty tents/,
  );
});

test('another start adds nothing', async () => {
  const before = await prisma().command.count();
  await seedActivity(await seedDemo({ sampleDatabaseUrl: process.env.SAMPLE_DATABASE_URL }));
  expect(await prisma().command.count()).toBe(before);
  expect(await prisma().scheduledJob.count()).toBe(1);
  expect(await prisma().approvalRequest.count()).toBe(1);
  expect(await prisma().dropdown.count()).toBe(1);
});
