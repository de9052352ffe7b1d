import { test } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { commandId } from '../support/source';
import { findAndChoose } from '../support/steps';

withSandbox();

test('the log is narrowed to one command, one person, or one of other things, and the chip names it', async () => {
  const sellers = await commandId('Best sellers');
  await call('PATCH', `/kits/${sellers}`, { description: 'For a moment' });
  await call('PATCH', `/kits/${await commandId('Find orders')}`, { description: 'For a moment, too' });
  await page.goto(`/${SANDBOX.slug}/audit`);
  await page.getByRole('button', { name: 'Add filter' }).click();
  const filters = page.getByRole('dialog', { name: 'Add filter' });
  await filters.getByLabel('About', { exact: true }).selectOption('Command');
  await findAndChoose(filters.getByRole('combobox', { name: 'Command' }), 'best', /Best sellers/);
  await expect(page).toHaveURL(new RegExp(`about=command&id=${sellers}`));
  await expect(page.getByText('About: Best sellers', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /Find orders/ })).toHaveCount(0);

  await filters.getByLabel('About', { exact: true }).selectOption('Scheduled job');
  await filters.getByLabel('Number or id of the scheduled job').fill('12');
  await expect(page.getByText('About: Scheduled job 12', { exact: true })).toBeVisible();

  await filters.getByLabel('About', { exact: true }).selectOption('Person');
  await findAndChoose(filters.getByRole('combobox', { name: 'About person' }), 'maria', /Maria Keller/);
  await expect(page.getByText('About: Maria Keller', { exact: true })).toBeVisible();
});

test('the events for the command of a row are named after it', async () => {
  const sellers = await commandId('Best sellers');
  await call('PATCH', `/kits/${sellers}`, { description: 'For another moment' });
  await page.goto(`/${SANDBOX.slug}/audit`);
  await page
    .getByRole('button', { name: /Changed a command.*Best sellers/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Events for this command' }).click();
  await expect(page.getByText('About: Best sellers', { exact: true })).toBeVisible();
});

test('the events for a command say where those are by which people get it through its folder', async () => {
  const orders = await commandId('Find orders');
  await page.goto(`/${SANDBOX.slug}/audit?about=command&id=${orders}`);
  await expect(
    page.getByText(/^Everyone who has the folder Orders has this command, too: see the/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'events for Orders' }).click();
  await expect(page).toHaveURL(/about=folder&id=\d+/);
  await expect(page.getByText('About: Orders', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Everyone who has the folder/)).toHaveCount(0);
});
