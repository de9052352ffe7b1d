import { afterEach, beforeEach, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { withSandbox } from '../support/sandbox';
import { addPerson, chooseToBe, takeAwayPerson } from '../support/steps';

const OLGA = 'demo-olga';

withSandbox();
beforeEach(async () => {
  await addPerson(OLGA, 'Olga Petrova');
  await chooseToBe(/Olga Petrova/);
});
afterEach(() => takeAwayPerson(OLGA));

const panel = page.getByRole('dialog', { name: 'Edit organization' });
const save = panel.getByRole('button', { name: 'Save' });

async function editOrganization(): Promise<void> {
  await page.goto('/olgas-org/org');
  await page.getByRole('button', { name: 'Edit organization' }).click();
  await expect(panel).toBeVisible();
}

test('an organization is renamed, and a name that is taken or malformed is refused', async () => {
  await editOrganization();
  await panel.getByLabel('In addresses').fill('a--b');
  await save.click();
  await expect(panel.getByText('separated by single hyphens')).toBeVisible();
  await panel.getByLabel('In addresses').fill('sandbox');
  await save.click();
  await expect(panel.getByText('"sandbox" is taken. Choose another one.')).toBeVisible();
  await panel.getByLabel('Name').fill('Petrova Works');
  await panel.getByLabel('In addresses').fill('petrova');
  await save.click();
  await expect(page.getByText('The organization is now called Petrova Works.')).toBeVisible();
  await expect(page).toHaveURL(/^\/petrova\/org$/);
  await expect(page.getByText('Petrova Works', { exact: true })).toBeVisible();
  await page.goto('/olgas-org/history?status=failed');
  await expect(page).toHaveURL(/\/petrova\/history\?status=failed/);
});

test('an admin sets who may enter an organization, and after which inactivity people sign in again', async () => {
  await editOrganization();
  await panel.getByLabel('Sign-in').selectOption('Only demo mode');
  await panel.getByLabel('Sign in again after').selectOption('8 hours');
  await save.click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/\/olgas-org\/org$/);
  const saved = await prisma().org.findFirst({ where: { slugs: { some: { slug: 'olgas-org' } } } });
  expect(saved).toMatchObject({ requiredIssuer: 'demo', inactivityHours: 8 });
});

test('an admin says how long and how much of the results is kept', async () => {
  await editOrganization();
  await expect(panel.getByText('They take 0 bytes now.')).toBeVisible();
  await panel.getByLabel('Delete results after').fill('0');
  await save.click();
  await expect(panel.getByText('Must be a whole number from 1 to 36,500')).toBeVisible();
  await panel.getByLabel('Delete results after').fill('90');
  await panel.getByLabel('Limit for all results').fill('2500');
  await save.click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit organization' }).click();
  await expect(panel.getByLabel('Delete results after')).toHaveValue('90');
  await expect(panel.getByLabel('Limit for all results')).toHaveValue('2500');
});

test('an admin reads how long runs are kept', async () => {
  await editOrganization();
  await expect(panel.getByText(/The runs stay in the history\./)).toBeVisible();
  Object.assign(env(), { runRetentionDays: 365 });
  try {
    await editOrganization();
    await expect(panel.getByText(/The runs stay in the history for 365 days\./)).toBeVisible();
  } finally {
    Object.assign(env(), { runRetentionDays: null });
  }
});
