import { test } from 'vitest';
import { expect } from '../support/expectations';
import { pressKey } from '../support/locator';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { signInAs, withSandbox } from '../support/sandbox';
import { builderPath, commandId } from '../support/source';

withSandbox();

const schedule = () => page.getByRole('button', { name: 'Schedule' });

test('an engineer schedules a command from its page', async () => {
  await page.goto(builderPath(await commandId('Best sellers')));
  await schedule().click();
  await expect(page.getByRole('dialog').getByText('Best sellers').first()).toBeVisible();
});

test('a runner reads why scheduling is not for them, and whom to ask', async () => {
  const id = await commandId('Best sellers');
  await signInAs('runner');
  await page.goto(builderPath(id));
  await expect(page.getByRole('button', { name: 'Bulk run' })).toBeVisible();
  await expect(schedule()).toHaveAttribute('aria-disabled', 'true');
  await schedule().focus();
  await pressKey('Enter');
  await expect(page.getByText(/^Only engineers of this command can schedule it\. Ask /)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a runner who looks for schedules reads who makes them, in the palette and on the page of all jobs', async () => {
  await signInAs('runner');
  await page.goto(`/${SANDBOX.slug}/commands`);
  await page.getByRole('table', { name: 'Commands' }).waitFor();
  await pressKey('Control+k');
  await page.getByRole('textbox', { name: 'Search or jump to' }).fill('schedule best');
  await expect(
    page.getByText(/^Only engineers of this command can schedule it\. Ask /).first(),
  ).toBeVisible();
  await page.goto(`/${SANDBOX.slug}/cron-jobs`);
  await expect(
    page.getByRole('heading', { name: /^Only admins of .* see all scheduled jobs$/ }),
  ).toBeVisible();
  await expect(page.getByText(/Ask Dana Lee/)).toBeVisible();
});
