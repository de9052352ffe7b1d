import { test } from 'vitest';
import { expect } from '../support/expectations';
import { pressKey } from '../support/locator';
import { page } from '../support/page';
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
  await expect(page.getByText(/^Only its engineers can schedule this command\. Ask /)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
