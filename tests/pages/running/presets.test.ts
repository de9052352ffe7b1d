import { test } from 'vitest';
import { answerInstead, FAILED, failed } from '../support/answers';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { builderPath, commandId } from '../support/source';

withSandbox();

test('the new name of a preset that was refused stays to be sent again', async () => {
  const id = await commandId('Find orders');
  await call('POST', `/kits/${id}/presets`, { name: 'February', runrams: {}, isShared: false });
  await page.goto(builderPath(id));
  await page.getByRole('button', { name: 'Presets' }).click();
  const panel = page.getByRole('dialog', { name: 'Presets' });
  await panel.getByRole('button', { name: 'More for February' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const name = panel.getByRole('textbox', { name: 'New name of February' });
  await name.fill('In February');
  answerInstead((asked) => (/^PATCH .*\/presets\//.test(asked) ? failed() : null));
  await panel.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText(FAILED)).toBeVisible();
  await expect(name).toHaveValue('In February');
  answerInstead(() => null);
  await panel.getByRole('button', { name: 'Rename' }).click();
  await expect(panel.getByRole('heading', { name: 'In February' })).toBeVisible();
});
