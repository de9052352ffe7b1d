import { beforeAll, test } from 'vitest';
import { paths } from '@/lib/base/paths';
import { withWorker } from '../../support/app/worker';
import { answerInstead, FAILED, failed } from '../support/answers';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource } from '../support/source';

withSandbox();
withWorker();

let command = 0;
beforeAll(async () => {
  await changeSource(`
    create or replace function shop.compared(n integer) returns table (id integer, at integer) language sql as
      'select i, i * n * 10000 from generate_series(1, 3) i';
    grant execute on function shop.compared to sample_runner`);
  command = await addCommand('compared');
});

async function run(n: number): Promise<number> {
  const { anchor_ol } = await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${command}`);
  const ended = await call<{ run_id: number }>('POST', '/run-sync', {
    kitId: command,
    olId: anchor_ol.ol_id,
    params: { n },
  });
  return ended.run_id;
}

test('a run that comes alone is compared with the one before it, by a column that is named', async () => {
  const older = await run(1);
  const newer = await run(2);
  await page.goto(paths.compareRuns(SANDBOX.slug, newer));
  const rows = page.getByRole('region', { name: 'Rows' });
  await expect(rows.getByText('3 rows differ')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`a=${older}&b=${newer}`));
  await expect(rows.getByText('Match rows by')).toBeVisible();
  // As results show numbers.
  await expect(rows.getByText('60,000')).toBeVisible();

  await page.goto(paths.compareRuns(SANDBOX.slug, older));
  await expect(page.getByText('No earlier run to compare with')).toBeVisible();

  answerInstead((asked) => (asked.includes('start_time%3Alt') ? failed() : null));
  await page.goto(paths.compareRuns(SANDBOX.slug, newer));
  await expect(page.getByRole('alert')).toContainText(FAILED);
});

test('what only reads has no dry run', async () => {
  await page.goto(builderPath(command));
  await expect(page.getByRole('button', { name: 'Presets' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dry run' })).toHaveCount(0);
  await call('PATCH', `/kits/${command}`, { warningTag: 'updates_data' });
  await page.goto(builderPath(command));
  await expect(page.getByRole('button', { name: 'Dry run' })).toBeVisible();
});

test('long values are compared like short ones', async () => {
  await changeSource(`
    create or replace function shop.compared_texts(note text) returns integer language sql as 'select length(note)';
    grant execute on function shop.compared_texts to sample_runner`);
  const kitId = await addCommand('compared_texts');
  const { anchor_ol } = await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${kitId}`);
  const runs = [];
  for (const letter of ['x', 'y']) {
    const body = { kitId, olId: anchor_ol.ol_id, params: { note: letter.repeat(21_000) } };
    runs.push((await call<{ run_id: number }>('POST', '/run-sync', body)).run_id);
  }
  await page.goto(`${paths.compareRuns(SANDBOX.slug, runs[0] ?? 0)}&b=${runs[1]}`);
  const values = page.getByRole('region', { name: 'Values' });
  await expect(values.getByText('1 of 1 value differs')).toBeVisible();
  await expect(values.getByText(/^xxx/)).toBeVisible();
  await expect(values.getByText(/^yyy/)).toBeVisible();
});
