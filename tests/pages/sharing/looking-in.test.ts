import { afterAll, afterEach, beforeAll, beforeEach, describe, test, vi } from 'vitest';
import { signOut } from '../support/browser';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource, commandId } from '../support/source';
import { findAndChoose } from '../support/steps';
import { grant } from './share-panel';

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

describe('a member without access', () => {
  let id: number;

  beforeAll(async () => {
    await changeSource('create function shop.closed_to_maria() returns int language sql return 1');
    id = await addCommand('closed_to_maria');
    await grant(id, people.engineer, 'admin');
  });

  beforeEach(() => signInAs('runner'));

  afterAll(() => changeSource('drop function shop.closed_to_maria()'));

  const to = () => page.getByRole('combobox', { name: 'To' });

  test('asks all of its engineers, or some of them', async () => {
    await page.goto(builderPath(id));
    await expect(
      page.getByText(/^Each of its engineers can share it with you, and one is enough/),
    ).toBeVisible();
    await to().press('Backspace');
    await findAndChoose(to(), 'jonas', /Jonas Okafor/);
    await expect(page.getByRole('listbox')).toBeHidden();
    await page.getByRole('button', { name: 'Request access' }).click();
    await expect(page.getByText(/^You asked Dana Lee and Jonas Okafor\. Once one of them/)).toBeVisible();
  });

  test('has the command opened by the page once an engineer shares it', async () => {
    const timers = vi.spyOn(window, 'setInterval');
    await page.goto(builderPath(id));
    await page.getByRole('button', { name: 'Request access' }).click();
    await expect(page.getByText(/^You asked /)).toBeVisible();
    const recipients = [{ email: 'maria@pushboard.example' }];
    await call('POST', `/kits/${id}/share`, { recipients, skipTheSending: true });
    const [lookAgain] = timers.mock.calls.find(([, everyMs]) => everyMs === 10_000) ?? [];
    timers.mockRestore();
    lookAgain?.();
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  });
});
