import { rmSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { bundleGreeter } from '../../support/greeter/bundle-greeter';
import { expectAccessible } from '../support/journey';
import { signIn } from '../support/people';
import { isLive, SANDBOX } from '../support/steps';
import { startWorkspace, test } from '../support/workspace';

const library = `/${SANDBOX.slug}/commands`;

async function openNewCommand(page: Page): Promise<void> {
  await page.goto(library);
  await isLive(page);
  await page.getByRole('button', { name: 'New command' }).click();
}

test('a kind of source that the product does not ship is connected, added, run, and synced', {
  tag: '@long',
}, async ({ browser, playwright, workspacesDir }) => {
  test.setTimeout(300_000);
  const dataDir = `${workspacesDir}-greeter`;
  const { origin, stop } = await startWorkspace(dataDir, {
    NODE_OPTIONS: await bundleGreeter(),
  });
  const context = await browser.newContext({
    baseURL: origin,
    storageState: await signIn(playwright.request, origin, 'admin'),
  });
  // What hangs is named, long before the whole journey is given up.
  context.setDefaultTimeout(60_000);
  try {
    const page = await context.newPage();
    await openNewCommand(page);
    await page.getByRole('menuitem', { name: 'Connect a database or API' }).click();
    await page.getByRole('menuitem', { name: 'Greeting' }).click();
    const form = page.getByRole('dialog', { name: 'Add database' });
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(form.getByText('You must fill out "Name"')).toBeVisible();
    const words = form.getByRole('textbox', { name: 'Words, with commas between' });
    await words.fill('Hello, Bonjour');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Gus');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();

    const source = page.getByRole('dialog', { name: 'Add from Greeter' });
    await expect(source.getByText('Greeter · 2 greetings')).toBeVisible();
    // The few things of a new source are chosen, and asked about, from the start.
    await expect(source.getByRole('checkbox', { name: 'Hello' })).toBeChecked();
    await expect(source.getByText('What do these 2 do to data?')).toBeVisible();
    await source.getByRole('checkbox', { name: 'Bonjour' }).uncheck();
    await source.getByText('Reads', { exact: true }).click();
    await expectAccessible(page);
    await source.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
    await expect(page.getByText('1 added')).toBeVisible();

    await page.goto(library);
    await page.getByRole('link', { name: 'Hello', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor();
    await isLive(page);
    await page.getByRole('region', { name: 'Inputs' }).getByLabel('whom').fill('Ana');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText('Hello, Ana! I am Gus.')).toBeVisible();

    // The greeter learns a word and gives one up.
    const connections = await context.request.get(`/api/v1/${SANDBOX.orgId}/creds`);
    const listed: { creds_id: number; source_kind: string }[] = await connections.json();
    const greeter = listed.find(({ source_kind }) => source_kind === 'greeter');
    const changed = await context.request.patch(`/api/v1/${SANDBOX.orgId}/creds/${greeter?.creds_id}`, {
      data: { db: { words: 'Bonjour, Moin' } },
      headers: { origin },
    });
    expect(changed.ok(), await changed.text()).toBe(true);
    await openNewCommand(page);
    await page.getByRole('menuitem', { name: 'Greeter', exact: true }).click();
    await expect(source.getByRole('checkbox', { name: 'Moin' })).toBeVisible();
    await source.getByRole('checkbox', { name: 'Hello' }).check();
    await source.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete a command?' });
    // Behind the question, what the panel shows is hidden from the start.
    const committed = page.waitForResponse('**/batch-commit');
    await question.getByRole('button', { name: 'Delete' }).click();
    expect((await committed).ok()).toBe(true);
    await expect(source.getByRole('checkbox', { name: 'Hello' })).toBeHidden();
    await page.goto(library);
    await isLive(page);
    await expect(page.getByRole('link', { name: 'Hello', exact: true })).toBeHidden();
  } finally {
    await context.close();
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
