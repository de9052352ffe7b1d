import { INACTIVITY_MS } from '@/lib/sign-in/inactivity';
import { openCommand } from '../e2e/support/steps';
import { goTo, inSandbox, type Screen } from './screen';

/** The frame around the pages, and the pages that belong to no organization. */
export const frameScreens: readonly Screen[] = [
  { name: 'sandflox', isSignedOut: true, show: (page) => goTo(page, '/sandflox') },
  { name: 'sign-in', isSignedOut: true, show: (page) => goTo(page, '/sign-in') },
  { name: 'whoops', show: (page) => goTo(page, '/whoops') },
  { name: 'orgs', show: (page) => goTo(page, '/orgs') },
  { name: 'create-org', show: (page) => goTo(page, '/create-org') },
  { name: 'not-found', show: (page) => goTo(page, '/sandbox/builder?id=999999') },
  {
    name: 'menu',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      await page.getByRole('button', { name: /^(Your menu, .*|Menu)$/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    },
  },
  {
    name: 'palette',
    show: async (page) => {
      await inSandbox(page, 'commands');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByText('All my organizations').waitFor();
    },
  },
  {
    name: 'palette-found',
    show: async (page) => {
      await inSandbox(page, 'history');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByText('All my organizations').waitFor();
      await page.keyboard.type('re');
      await page.getByRole('dialog').getByText('Restock a product').waitFor();
    },
  },
  {
    name: 'keys',
    show: async (page) => {
      await inSandbox(page, 'commands');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    name: 'still-there',
    show: async (page) => {
      await page.clock.install();
      await inSandbox(page, 'commands');
      await page.waitForFunction(() => localStorage.getItem('pushboard:last-active') !== null);
      await page.clock.runFor(INACTIVITY_MS + 2_000);
      await page.getByRole('dialog', { name: 'Are you still there?' }).waitFor();
    },
  },
  {
    name: 'page-not-found',
    show: async (page) => {
      await page.goto('/nowhere/at-all');
      await page.getByText("This page doesn't exist").waitFor();
    },
  },
];
