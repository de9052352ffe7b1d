import { expect, type Locator, type Page } from '@playwright/test';
import { people } from './people';

/** The organization with the sample commands. */
export const SANDBOX = { orgId: 'sandbox-1', slug: 'sandbox' };

/** Returns the address of a sample command's builder, by the command's name, for any signed-in person. */
export async function builderPath(page: Page, name: string): Promise<string> {
  const response = await page.request.get(`/api/v1/${SANDBOX.orgId}/skinny-kits`, {
    headers: { 'x-demo-user-id': people.admin },
  });
  const commands: { kit_id: number; name: string }[] = await response.json();
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`There is no command named ${name}`);
  return `/${SANDBOX.slug}/builder?id=${command.kit_id}`;
}

/** Opens a sample command, ready for typing. */
export async function openCommand(page: Page, name: string, more = ''): Promise<void> {
  await page.goto((await builderPath(page, name)) + more);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await isLive(page);
}

/** Waits until the page has controls, and all of them respond. */
export async function isLive(page: Page): Promise<void> {
  await page.locator('main').locator('button, input, textarea').first().waitFor({ state: 'attached' });
  await responds(page);
}

/** Waits until scripts have taken over everything that the server sent: before that, clicks and keys are lost. */
export async function responds(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Another site's page, a file, or a browser without scripts.
    if (!('__next_f' in window)) return true;
    const controls = [...document.querySelectorAll('main button, main input, main textarea, header button')];
    // Not a named function: the compiler of the screenshots would add a helper that the page doesn't have.
    const [, container] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? [];
    // Controls get their handlers while the page is prepared; keys are listened for once it has been taken over.
    return (
      container?.stateNode.current.memoizedState.isDehydrated === false &&
      controls.every((control) => Object.keys(control).some((key) => key.startsWith('__reactProps')))
    );
  });
}

/** Returns the control of an input, by its name in the form. */
export function field(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Inputs' }).getByLabel(name);
}

/**
 * Types into a search, and chooses what it finds. While the list is still that of an earlier text, its options may move
 * away from under the pointer.
 */
export async function findAndChoose(field: Locator, typed: string, name: RegExp): Promise<void> {
  await field.fill(typed);
  const options = field.page().getByRole('listbox').getByRole('option');
  const wanted = options.filter({ hasText: name });
  // An empty list has no other options either, so wait for the one that is wanted first.
  await wanted.waitFor();
  await expect(options.filter({ hasNotText: typed })).toHaveCount(0);
  await wanted.click();
}

/** Presses Run, whatever the command calls it, and confirms if it asks whether data may be changed. */
export async function pressRun(page: Page, label = 'Run', { agree = false } = {}): Promise<void> {
  await page
    .getByRole('region', { name: 'Inputs' })
    .getByRole('button', { name: label, exact: true })
    .click();
  if (agree) await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
}

/** The results on a builder page, newest first. */
export function resultCards(page: Page): Locator {
  return page.getByRole('region', { name: 'Results' }).getByRole('article');
}

/** Waits until the newest result shows how it ended. */
export async function waitForOutcome(page: Page, word: string): Promise<Locator> {
  const newest = resultCards(page).first();
  await newest.getByText(word, { exact: true }).first().waitFor();
  return newest;
}

/** Holds back the requests to an address until the returned function is called. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  let letThrough = (): void => undefined;
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(address, async (route) => {
    await isLetThrough;
    await route.continue();
  });
  return letThrough;
}
