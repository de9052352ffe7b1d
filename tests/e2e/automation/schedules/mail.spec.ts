import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../../support/journey';
import { isLive, SANDBOX } from '../../support/steps';

test('an admin lists addresses for alerts, and a person asks for a daily summary', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(`/${SANDBOX.slug}/cron-jobs`);
  await isLive(page);
  await page.getByRole('button', { name: 'Settings of all jobs' }).click();
  await page.getByRole('menuitem', { name: 'Outside addresses' }).click();
  const listed = page.getByRole('dialog', { name: 'Outside addresses' });
  const addresses = listed.getByRole('textbox', { name: 'Addresses' });
  await addresses.fill('on-call');
  await expect(listed.getByText('“on-call” is not a valid address.')).toBeVisible();
  await addresses.fill('on-call@example.com');
  await expectAccessible(page);
  await listed.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Outside addresses updated')).toBeVisible();
  await page.getByRole('button', { name: 'Settings of all jobs' }).click();
  await page.getByRole('menuitem', { name: 'Outside addresses' }).click();
  await expect(addresses).toHaveValue('on-call@example.com');
  await addresses.fill('');
  await listed.getByRole('button', { name: 'Save' }).click();
  await expect(listed).toBeHidden();

  await page.goto('/account?tab=mail');
  await isLive(page);
  const org = page.getByRole('group', { name: 'Sandbox' });
  const isOn = org.getByRole('switch', { name: 'Send me a daily summary' });
  await isOn.press('Space');
  await expect(page.getByText('You get a daily summary')).toBeVisible();
  await org.getByRole('combobox', { name: 'About' }).selectOption('All jobs that I can change');
  await org.getByRole('combobox', { name: /^At \(/ }).selectOption('08:00');
  await expect(org.getByText(/^Next/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  // It isn't while a change is being saved.
  await expect(isOn).toBeEnabled();
  await isOn.press('Space');
  await expect(page.getByText('You get no daily summary')).toBeVisible();
});
