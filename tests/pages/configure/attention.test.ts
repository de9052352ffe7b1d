import { test } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, changeSource } from '../support/source';

withSandbox();

const attention = `/${SANDBOX.slug}/needs-attention`;

test('what a sync broke is listed with its remedy, marked in the library, and gone once it is fixed', async () => {
  await page.goto(attention);
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  await changeSource(`create function shop.e2e_clean(item int, max_rows int default 9) returns int
    language sql as 'select 1'`);
  try {
    const id = await addCommand('e2e_clean');
    await call('PATCH', `/kits/${id}`, {
      inputChecks: [
        { left: 'max_rows', test: 'is_at_most', right: null, value: '5', message: 'Five at most' },
      ],
    });
    await changeSource(`drop function shop.e2e_clean;
      create function shop.e2e_clean(item int) returns int language sql as 'select 1'`);
    await page.goto(`/${SANDBOX.slug}/commands?panel=configure:${id}&configure-tab=inputs`);
    const panel = page.getByRole('dialog', { name: 'Configure e2e_clean' });
    await panel.getByRole('button', { name: 'Sync inputs' }).click();
    await expect(page.getByText('Sync successful!')).toBeVisible();

    await page.goto(attention);
    const row = page.getByRole('row', { name: /e2e_clean/ });
    await expect(row).toContainText('The check “Five at most”');
    await expect(row).toContainText('It compares max_rows, which the command no longer has.');
    await expect(row.getByRole('link', { name: /^Fix or remove the check/ })).toHaveAttribute(
      'href',
      `${attention}?panel=input-checks:${id}`,
    );
    await page.goto(`/${SANDBOX.slug}/commands?q=e2e_clean`);
    await expect(page.getByRole('img', { name: 'Needs attention' })).toBeVisible();

    await call('PATCH', `/kits/${id}`, { inputChecks: [] });
    await page.goto(attention);
    await expect(page.getByText('Nothing needs attention')).toBeVisible();
  } finally {
    await changeSource('drop function if exists shop.e2e_clean');
  }
});
