import { prisma } from '@/server/base/database/prisma';
import { closeBrowser } from './browser';
import { expect } from './expectations';
import type { Locator } from './locator';
import { page } from './page';

/** Creates a person, whom the sandbox doesn't know: in no organization yet, and shown around already. */
export async function addPerson(userId: string, name: string): Promise<void> {
  await prisma().user.create({
    data: { userId, name, email: `${userId}@pushboard.example`, tourEndedAt: new Date() },
  });
}

/** Deletes a person and everything that they created. */
export async function takeAwayPerson(userId: string): Promise<void> {
  // Their page would ask for what is gone.
  await closeBrowser();
  await prisma().org.deleteMany({ where: { memberships: { some: { userId, role: 'admin' } } } });
  await prisma().user.delete({ where: { userId } });
}

/** Signs in by the sign-in page. */
export async function chooseToBe(name: RegExp): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
}

/** Returns the control of an input, by its name in the form. */
export const field = (name: string): Locator => page.getByRole('region', { name: 'Inputs' }).getByLabel(name);

/** Presses Run, whatever the command calls it. */
export const pressRun = (label = 'Run'): Promise<void> =>
  page.getByRole('region', { name: 'Inputs' }).getByRole('button', { name: label, exact: true }).click();

/** The results of a command's page, newest first. */
export const resultCards = (): Locator => page.getByRole('region', { name: 'Results' }).getByRole('article');

/** Waits until the newest result shows how it ended. */
export async function waitForOutcome(word: string): Promise<Locator> {
  const newest = resultCards().first();
  await newest.getByText(word, { exact: true }).first().waitFor();
  return newest;
}

/** Types into a search, and chooses what it finds. */
export async function findAndChoose(control: Locator, typed: string, name: RegExp): Promise<void> {
  await control.fill(typed);
  await page.getByRole('listbox').getByRole('option').filter({ hasText: name }).first().click();
}
