import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/journey';
import { isLive } from '../support/steps';

/** A program on the person's machine that waits for its code. */
async function startProgram(request: APIRequestContext) {
  // Its icon is here, so that the browser doesn't ask for one while the program ends.
  const done = '<!doctype html><link rel="icon" href="data:,"><title>Done</title>Return to the program.';
  const server = createServer((_, response) => response.end(done));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const registered = await request.post('/api/oauth/register', {
    data: { client_name: 'Notebook helper', redirect_uris: ['http://127.0.0.1/callback'] },
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const address = `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a state',
  })}`;
  return {
    address,
    redirectUri,
    close: () => server.close(),
    /** Exchanges the code that the browser brought. */
    async exchange(page: Page): Promise<string> {
      const arrived = new URL(page.url());
      expect(arrived.searchParams.get('state')).toBe('a state');
      const response = await request.post('/api/oauth/token', {
        form: {
          grant_type: 'authorization_code',
          code: arrived.searchParams.get('code') ?? '',
          client_id,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        },
      });
      const { access_token } = (await response.json()) as { access_token: string };
      return access_token;
    },
  };
}

test.describe('a visitor', () => {
  test.use({ as: null });

  test('signs in, lets a program run one command, sees it in the account, and disconnects it', async ({
    page,
    request,
    baseURL,
  }) => {
    const program = await startProgram(request);
    await page.goto(program.address);
    await page.getByRole('button', { name: /Maria Keller/ }).click();
    await expect(page.getByRole('heading', { name: 'Connect a program' })).toBeVisible();
    await isLive(page);
    await expect(page.getByText('Notebook helper')).toBeVisible();
    await expect(page.getByText('a program on this device (127.0.0.1)')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('radio', { name: 'Run only commands that I choose' }).check();
    await expect(page.getByRole('button', { name: 'Allow', exact: true })).toBeDisabled();
    await page.getByLabel('Search commands and folders').fill('find ord');
    await page.getByRole('checkbox', { name: /Find orders/ }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(`${program.redirectUri}?**`);

    const token = await program.exchange(page);
    const client = new Client({ name: 'Notebook helper', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/api/mcp', baseURL), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ title }) => title)).toContain('Find orders');
    expect(tools.filter(({ name }) => /_\d+$/.test(name))).toHaveLength(1);

    await page.goto('/account?tab=programs');
    const row = page.getByRole('row', { name: /Notebook helper/ });
    await expect(row).toContainText('Run 1 command');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Disconnect Notebook helper' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('No programs connected')).toBeVisible();
    await expectAccessible(page);
    await expect(client.listTools()).rejects.toThrow();
    program.close();
  });
});

test('a person who refuses returns to the program without a code', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const program = await startProgram(request);
  await page.goto(program.address);
  await page.getByRole('button', { name: 'Don’t allow' }).click();
  await page.waitForURL(`${program.redirectUri}?**`);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('error')).toBe('access_denied');
  expect(searchParams.has('code')).toBe(false);
  program.close();
});

test('S27 a link that is not a program’s own leads nowhere', async ({ page, request }) => {
  const program = await startProgram(request);
  const foreign = program.address.replace(
    encodeURIComponent(program.redirectUri),
    'https%3A%2F%2Fevil.example%2F',
  );
  for (const [address, why] of [
    [foreign, 'not one that it registered'],
    [program.address.replace('S256', 'plain'), 'PKCE'],
    [program.address.replace('response_type=code', 'response_type=token'), 'other than a code'],
    [program.address.replace(/client_id=[^&]+/, 'client_id=x'), 'does not know this program'],
    [`${program.address}&resource=https%3A%2F%2Fevil.example%2F`, 'not a part of Pushboard'],
    ['/oauth/authorize', 'other than a code'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: "This program can't be connected" })).toBeVisible();
    await expect(page.getByText(why)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/oauth/authorize');
  }
  await expectAccessible(page);
  program.close();
});
