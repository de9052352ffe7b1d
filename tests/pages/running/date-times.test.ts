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

test('a tap with a finger opens the calendar of a date, which leads to the keyboard, too', async () => {
  Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: 5 });
  try {
    await page.goto(builderPath(id));
    await field('Due at').click();
    await page.getByRole('button', { name: 'Type the date' }).click();
    await expect(page.getByRole('button', { name: 'Type the date' })).toBeHidden();
    await expect(field('Due at')).toBeFocused();
    await expect(field('Due at')).toHaveAttribute('inputmode', 'text');
    await field('Due at').click();
    await expect(page.getByRole('button', { name: 'Type the date' })).toBeHidden();
    await field('Due at').fill('infinity');
    await expect(field('Due at')).toHaveValue('infinity');
  } finally {
    Reflect.deleteProperty(navigator, 'maxTouchPoints');
  }
});
