import { test } from 'vitest';
import { startHttpDouble } from '../../support/doubles/http-double';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';

withSandbox();

test('a pasted curl command leads to its request, or says why it cannot be read', async () => {
  const api = await startHttpDouble((_, response) => {
    response.end('{}');
  });
  try {
    await page.goto(`/${SANDBOX.slug}/commands?panel=request`);
    const panel = page.getByRole('dialog', { name: 'Add from an HTTP request' });
    await panel.getByLabel('URL').fill(`curl ${api.origin}/labels -d @label.json`);
    await panel.getByRole('button', { name: 'Next' }).click();
    await expect(panel.getByText(/sends a file on that computer/)).toBeVisible();
    await panel.getByLabel('URL').fill('');
    await panel
      .getByLabel('URL')
      .paste(`curl ${api.origin}/labels -H 'Authorization: Bearer t' \\\n  -d '{"name":"new"}'`);
    await expect(page.getByRole('checkbox', { name: /POST \/labels/ })).toBeVisible();
    await expect(
      page.getByText(/and the body\. As the connection's secret: the bearer token\./),
    ).toBeVisible();
  } finally {
    await api.close();
  }
});

test('another curl command of the same API is offered the connection to it', async () => {
  const api = await startHttpDouble((_, response) => {
    response.end('{}');
  });
  const { host } = new URL(api.origin);
  const paste = async (path: string) => {
    await page.goto(`/${SANDBOX.slug}/commands?panel=request`);
    const panel = page.getByRole('dialog', { name: 'Add from an HTTP request' });
    await panel.getByLabel('URL').paste(`curl ${api.origin}${path}`);
  };
  const names = async () =>
    (await call<{ name: string }[]>('GET', '/api-creds'))
      .map(({ name }) => name)
      .filter((name) => name.includes(host));
  const question = page.getByRole('dialog', { name: `Which connection to ${host}?` });
  try {
    await paste('/labels');
    await expect(page.getByRole('checkbox', { name: /GET \/labels/ })).toBeVisible();
    await paste('/colors');
    await question.getByRole('button', { name: `Use ${host} Creds` }).click();
    await expect(page.getByRole('checkbox', { name: /GET \/colors/ })).toBeVisible();
    expect(await names()).toEqual([`${host} Creds`]);
    await paste('/sizes');
    await question.getByRole('button', { name: 'Create another' }).click();
    await expect(page.getByRole('checkbox', { name: /GET \/sizes/ })).toBeVisible();
    expect(await names()).toEqual([`${host} Creds`, `${host} Creds 2`]);
    // Begun from the list of a connection, it uses that one without a question.
    const all = await call<{ creds_id: number; name: string }[]>('GET', '/api-creds');
    const first = all.find(({ name }) => name === `${host} Creds`);
    await page.goto(`/${SANDBOX.slug}/commands?panel=sync:${first?.creds_id}`);
    await page.getByRole('button', { name: 'Another request…' }).click();
    await expect(page.getByText(`the request uses the connection ${host} Creds.`)).toBeVisible();
    await page.getByRole('dialog').getByLabel('URL').paste(`curl ${api.origin}/shapes`);
    await expect(page.getByRole('checkbox', { name: /GET \/shapes/ })).toBeVisible();
    expect(await names()).toHaveLength(2);
    // Pasted again, it updates its own command.
    await paste('/sizes');
    await expect(page.getByRole('checkbox', { name: /GET \/sizes/ })).toBeVisible();
    expect(await names()).toHaveLength(2);
  } finally {
    await api.close();
  }
});
