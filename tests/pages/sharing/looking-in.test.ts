import { afterEach, beforeEach, describe, test } from 'vitest';
import { signOut } from '../support/browser';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { builderPath, commandId } from '../support/source';

withSandbox();

const NAME = 'Look up products';

/** Changes who may see the command, as its admin does. */
const setVisibility = async (visibility: 'org' | 'public' | 'store') =>
  call('PATCH', `/kits/${await commandId(NAME)}`, { visibility });

afterEach(() => setVisibility('org'));

describe('a signed-out visitor', () => {
  beforeEach(signOut);

  test('must sign in first for a command that is not public, whether it exists or not', async () => {
    for (const id of [await commandId(NAME), 999_999]) {
      await page.goto(builderPath(id));
      await expect(page.getByRole('heading', { name: 'Who would you like to be?' })).toBeVisible();
    }
  });

  test('signs in from a public command, and returns to it', async () => {
    await setVisibility('public');
    await page.goto(builderPath(await commandId(NAME)));
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: /Maria Keller/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Your menu, Maria Keller' })).toBeVisible();
  });

  test('finds a command of the store at its own address, and one that is only public not', async () => {
    const address = `/store/builder?id=${await commandId(NAME)}`;
    await setVisibility('store');
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
    await expect(page.getByText('Sign in to run it')).toBeVisible();
    await setVisibility('public');
    await page.goto(address);
    await expect(page.getByText("This page doesn't exist")).toBeVisible();
  });
});

describe('a person of another organization', () => {
  beforeEach(() => signInAs('stranger'));

  test('sees a public command within their own organization, and cannot run it', async () => {
    await setVisibility('public');
    await page.goto(builderPath(await commandId(NAME)));
    await expect(page).toHaveURL(/\/northwind\/builder/);
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
    await expect(page.getByText('To run it, ask one of its engineers for access.')).toBeVisible();
  });

  test('opens the one command that was shared with them under their own organization', async () => {
    const id = await commandId(NAME);
    const recipients = [{ email: 'alex@northwind.example' }];
    await call('POST', `/kits/${id}/share`, { recipients, skipTheSending: true });
    await page.goto('/northwind/commands');
    await page.getByRole('link', { name: NAME }).click();
    await expect(page).toHaveURL(/\/northwind\/builder/);
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    await page.goto(builderPath(id));
    await expect(page).toHaveURL(/\/northwind\/builder/);
    await call('DELETE', `/can/${people.stranger}/access/kit/${id}`);
  });
});
