import { afterEach, describe, test } from 'vitest';
import { API_BASE } from '@/lib/wire/url';
import { signOut } from '../support/browser';
import { expect } from '../support/expectations';
import { fetchFromOwnServer } from '../support/own-server';
import { page } from '../support/page';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';

const KEY = 'operator-key-of-a-test';
withSandbox({ OPERATOR_KEY: KEY });

const group = (name: string) => page.getByRole('region', { name });
const check = (name: string) => group('Pushboard').getByRole('listitem').filter({ hasText: name });

/** What the page's own server does with some of its calls until the test ends. */
function answering(part: string, answer: () => Promise<Response>): void {
  const fetch: typeof fetchFromOwnServer = (input, init) =>
    String(input).includes(part) ? answer() : fetchFromOwnServer(input, init);
  for (const place of [globalThis, window]) Object.assign(place, { fetch });
}

afterEach(() => {
  for (const place of [globalThis, window]) Object.assign(place, { fetch: fetchFromOwnServer });
});

test('a visitor sees whether services respond, and no more', async () => {
  signOut();
  await page.goto('/diagnostics');
  await expect(check('Connect to API')).toContainText('Passed');
  await expect(check('Open connection to the database server on its port')).toContainText('Passed');
  await expect(check('Read the database')).toContainText('This service responds.');
  // No worker serves this Pushboard.
  await expect(check('Execute runs')).toContainText('Failed');
  await expect(group('Summary')).toContainText('1 thing needs attention');
  await expect(
    page.getByText('Sign in as an admin to see versions, hosts, and database connections.'),
  ).toBeVisible();
  await expect(page.getByText('Authorized connect')).toHaveCount(0);
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByText(/PostgreSQL \d/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    /returnTo=%2Fdiagnostics/,
  );
});

test('a member sees no connections, and an admin sees theirs with every check and its whole answer', async () => {
  await signInAs('runner');
  await page.goto('/diagnostics');
  await expect(check('Authorized connect')).toContainText('Passed');
  await expect(page.getByRole('table')).toHaveCount(0);

  await signInAs('admin');
  await page.goto('/diagnostics');
  const row = page
    .getByRole('table', { name: /^Database connections/ })
    .getByRole('row', { name: /default/ });
  await expect(row.getByRole('button', { name: /Valid/ })).toBeVisible();
  await expect(row.getByRole('button', { name: /Open/ })).toBeVisible();
  await expect(row.getByRole('button', { name: /Yes/ })).toBeVisible();
  await expect(group('Build').getByText('Front-end hash')).toBeVisible();
  await expect(group('Storage connection')).toContainText('results');

  await row.getByRole('button', { name: /Yes/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Read, .* \(#\d+, default\)/ });
  await expect(dialog.getByRole('region', { name: 'Status' })).toContainText('Passed');
  await expect(dialog.getByRole('region', { name: 'Data' })).toContainText(/PostgreSQL \d/);
  await expect(dialog.getByRole('region', { name: 'Traceback' })).toContainText('None');
  await expect(dialog.getByRole('region', { name: 'Stack' })).toContainText('None');
  await dialog.getByRole('button', { name: 'Back to Diagnostics' }).click();
  await expect(dialog).toBeHidden();
});

test('a connection that fails says why on a whole page, which its address opens again', async () => {
  const db = {
    host: 'db.invalid',
    databaseName: 'shop',
    username: 'runner',
    password: 'canary-page',
    env: 'staging',
  };
  await call('POST', '/creds?force=true', { credType: 'db', name: 'Warehouse', db });
  await page.goto('/diagnostics');
  const row = page.getByRole('row', { name: /Warehouse.*staging/ });
  await row.getByRole('button', { name: /Not reachable/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Host, Warehouse \(#\d+, staging\)/ });
  await expect(dialog.getByRole('region', { name: 'Message' })).toContainText(
    'The host "db.invalid" was not found.',
  );
  await expect(dialog.getByRole('region', { name: 'Traceback' })).toContainText('ConnectorError');
  await expect(dialog.getByRole('region', { name: 'Stack' })).toContainText('at ');
  await expect(dialog.getByText('canary-page')).toHaveCount(0);
  await expect(page).toHaveURL(/check=connection-\d+-host/);
  await page.reload();
  await expect(dialog.getByRole('region', { name: 'Status' })).toContainText('Failed');
  await dialog.getByRole('button', { name: 'Back to Diagnostics' }).click();
  await expect(group('Summary').getByRole('button', { name: /staging/ })).toBeVisible();
});

describe('a call that fails', () => {
  const unavailable = async () => new Response('', { status: 502 });

  test('is shown with its address, and made again on its own', async () => {
    answering('/diagnostics/flankdb/read', unavailable);
    await page.goto('/diagnostics');
    const read = check('Read the database');
    await expect(read).toContainText('API error');
    await expect(read).toContainText(`Failed: GET ${API_BASE}/diagnostics/flankdb/read`);
    answering('nothing', unavailable);
    await page.getByRole('button', { name: 'Check again: Read the database' }).click();
    await expect(read).toContainText('Passed');
  });

  test('is an API error for what is known of the storage', async () => {
    answering('/diagnostics/env/creds/storage/blobloc', unavailable);
    await page.goto('/diagnostics');
    await expect(group('Storage connection').getByRole('button', { name: 'API error' })).toBeVisible();
  });

  test('that would list the connections is told as such, and Refresh makes all calls again', async () => {
    answering('/db', async () => new Response('', { status: 500 }));
    await page.goto('/diagnostics');
    await expect(page.getByText('There was an error fetching DB connections')).toBeVisible();
    answering('/db', async () => Response.json([]));
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(page.getByText('Did not detect any DB connections')).toBeVisible();
  });
});

test('a visitor with the key of the server sees details, until they leave', async () => {
  signOut();
  await page.goto('/diagnostics');
  await page.getByRole('button', { name: 'Operator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in as the operator' });
  await dialog.getByLabel('Key of the server', { exact: true }).fill('another-key-of-a-test');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog.getByText(/This is not the key of this server/)).toBeVisible();
  await dialog.getByLabel('Key of the server', { exact: true }).fill(KEY);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
  await expect(check('Read the database')).toContainText(/PostgreSQL \d/);

  const machine = group('Machine').getByRole('listitem').filter({ hasText: 'Configuration' });
  await expect(machine).toContainText('Passed');
  await machine.getByRole('button', { name: /^Configuration/ }).click();
  const part = page.getByRole('dialog', { name: 'Configuration' });
  await expect(part.getByRole('row', { name: /^DIAGNOSTICS_PER_MINUTE/ })).toBeVisible();
  await expect(part.getByRole('row', { name: /^OPERATOR_KEY/ })).toContainText('set');
  await part.getByRole('button', { name: 'Back to Diagnostics' }).click();

  await page.getByRole('button', { name: 'Copy a support report' }).click();
  const report = page.getByRole('dialog', { name: 'Support report' });
  await expect(report).toContainText('== Workers: Failed');
  await expect(report).not.toContainText(KEY);
  await report.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();
  await report.getByRole('button', { name: 'Close' }).click();
  await expect(report).toBeHidden();

  await page.getByRole('button', { name: 'Leave as operator' }).click();
  await expect(group('Machine')).toHaveCount(0);
  await expect(check('Read the database')).toContainText('This service responds.');
});
