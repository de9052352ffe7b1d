import { beforeAll, test } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource } from '../support/source';
import { field } from '../support/steps';

withSandbox();

let id = 0;
beforeAll(async () => {
  await changeSource(`
    create or replace function shop.due(due_at timestamptz) returns text language sql as 'select due_at::text';
    grant execute on function shop.due to sample_runner`);
  id = await addCommand('due');
});

test('a time without a zone says that the source decides, and takes the zone of the reader', async () => {
  await page.goto(builderPath(id));
  const hint = page.getByText('Without a time zone, the source decides which one this is.');
  await field('Due at').fill('2026-06-01T09:00:00+02:00');
  await expect(hint).toHaveCount(0);
  await field('Due at').fill('2026-06-01T09:00:00');
  await expect(hint).toBeVisible();
  await page.getByRole('button', { name: /^Use .+ \([+-]\d\d:\d\d\)$/ }).click();
  await expect(field('Due at')).toHaveValue(/^2026-06-01T09:00:00[+-]\d\d:\d\d$/);
  await expect(hint).toHaveCount(0);
});
