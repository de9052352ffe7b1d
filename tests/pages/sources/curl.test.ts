import { test } from 'vitest';
import { startHttpDouble } from '../../support/doubles/http-double';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { withSandbox } from '../support/sandbox';

withSandbox();

test('a pasted curl command leads to its request, or says why it cannot be read', async () => {
  const api = await startHttpDouble((_, response) => {
    response.end('{}');
  });
  try {
    await page.goto(`/${SANDBOX.slug}/commands?panel=request`);
    const panel = page.getByRole('dialog', { name: 'Add from HTTP request' });
    await panel.getByLabel('URL').fill(`curl ${api.origin}/labels -d @label.json`);
    await panel.getByRole('button', { name: 'Next' }).click();
    await expect(panel.getByText(/sends a file of that machine/)).toBeVisible();
    await panel.getByLabel('URL').fill('');
    await panel.getByLabel('URL').paste(`curl ${api.origin}/labels \\\n  -d '{"name":"new"}'`);
    await expect(page.getByRole('checkbox', { name: /POST \/labels/ })).toBeVisible();
  } finally {
    await api.close();
  }
});
