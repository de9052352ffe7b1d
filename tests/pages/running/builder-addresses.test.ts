import { describe, test } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { withSandbox } from '../support/sandbox';
import { builderPath, commandId } from '../support/source';
import { field, resultCards } from '../support/steps';

withSandbox();

const BAD_PARAMS =
  'Error parsing parameters from URL. Is there something tricky, like another URL or HTML embedeed inside it?';

const open = async (more: string) => page.goto(builderPath(await commandId('Find orders'), more));

test('an address without a command leads to the commands', async () => {
  for (const query of ['', '?id=', '?panel=runs']) {
    await page.goto(`/${SANDBOX.slug}/builder${query}`);
    await expect(page).toHaveURL(/^\/sandbox\/commands$/);
  }
});

test('unreadable values are reported, and the form opens without them', async () => {
  for (const params of ['{bad', '[1]', 'null', '<b>']) {
    await open(`&params=${encodeURIComponent(params)}`);
    await expect(page.getByText(BAD_PARAMS)).toBeVisible();
    await expect(field('Row limit')).toHaveValue('');
  }
});

test('values for unknown inputs are ignored, and named', async () => {
  await open(`&params=${encodeURIComponent('{"row_limit":"3","nothere":1,"__proto__":{"x":1}}')}`);
  await expect(field('Row limit')).toHaveValue('3');
  await expect(page.getByText('The address has values for nothere, __proto__, which')).toBeVisible();
  await expect(page.getByText(BAD_PARAMS)).toBeHidden();
});

test('unknown inputs and panels are ignored', async () => {
  await open('&pushboardInputKey=%22%5D%3Cb%3E&panel=nothing:1&output=x&runGroupId=x');
  await expect(field('Row limit')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('shareOpen opens the panel, unless it is false', async () => {
  await open('&shareOpen');
  await expect(page.getByRole('dialog', { name: /Find orders/ })).toBeVisible();
  await expect(page).not.toHaveURL(/shareOpen/);
  await open('&shareOpen=false');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/shareOpen|panel/);
});

test('an address whose id is not a run loses it, and no values are taken over', async () => {
  await open('&injectParamsFrom=abc');
  await expect(page.getByText('The values of run abc cannot be read.')).toBeVisible();
  await expect(page).not.toHaveURL(/injectParamsFrom/);
});

describe("runs that don't exist", () => {
  test('take over nothing, and nothing appears to be running', async () => {
    await open('&injectParamsFrom=999999');
    await expect(page.getByText(/^The values of run 999999 could not be loaded\./)).toBeVisible();
    await expect(page).not.toHaveURL(/injectParamsFrom/);

    await open('&kitRunId=999999');
    await expect(page.getByText('Error: No kit run')).toBeVisible();
    await expect(page).toHaveURL(/runGroupId=999999/);

    await open('#run-999999');
    await expect(resultCards()).toContainText("This run can't be found");
    await expect(resultCards().getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await expect(resultCards()).not.toContainText('Starting');
  });
});
