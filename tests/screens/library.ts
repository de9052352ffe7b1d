import { isLive } from '../e2e/support/steps';
import { goTo, inSandbox, makeFolder, type Screen } from './screen';

/** The library and its panels. */
export const libraryScreens: readonly Screen[] = [
  { name: 'home', show: (page) => goTo(page, '/sandbox/home') },
  { name: 'library', show: (page) => goTo(page, '/sandbox/commands') },
  {
    name: 'library-search',
    show: async (page) => {
      await inSandbox(page, 'commands?q=order+AND+NOT+refund');
      await page.getByRole('link', { name: 'Best sellers' }).waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'library-nothing-found',
    show: async (page) => {
      await inSandbox(page, 'commands?q=nothing');
      await page.getByText('No commands match this search').waitFor();
    },
  },
  {
    name: 'library-hidden',
    show: async (page) => {
      await inSandbox(page, 'commands?hidden=true');
      await page.getByText('Nothing is hidden').waitFor();
    },
  },
  {
    name: 'library-row',
    show: async (page) => {
      await inSandbox(page, 'commands');
      await isLive(page);
      await page.getByRole('button', { name: 'Actions for Find orders' }).click({ force: true });
      await page.getByRole('menuitem', { name: 'Move to a folder…' }).waitFor();
    },
  },
  {
    name: 'library-new-command',
    show: async (page) => {
      await inSandbox(page, 'commands');
      await page.getByRole('button', { name: 'New command' }).click();
      await page.getByRole('menuitem', { name: 'Sample shop' }).waitFor();
      await page.getByRole('menuitem', { name: 'Connect a database or API' }).click();
      await page.getByRole('menuitem', { name: 'Postman collection' }).waitFor();
    },
  },
  {
    name: 'library-folder',
    show: async (page) => {
      await makeFolder(page, 'Finance');
      await inSandbox(page, 'commands');
      await isLive(page);
      await page.getByRole('button', { name: 'New folder' }).click();
      await page.getByRole('dialog', { name: 'New folder' }).waitFor();
    },
  },
  {
    name: 'library-move',
    show: async (page) => {
      await inSandbox(page, 'commands');
      await isLive(page);
      await page.getByRole('button', { name: 'Actions for Find orders' }).click({ force: true });
      await page.getByRole('menuitem', { name: 'Move to a folder…' }).click();
      await page.getByRole('dialog', { name: 'Move to a folder' }).getByLabel('Finance').first().waitFor();
    },
  },
  {
    name: 'library-deleted',
    show: async (page) => {
      await inSandbox(page, 'commands?panel=deleted');
      await page.getByText('No deleted commands').waitFor();
    },
  },
  {
    name: 'library-recents',
    show: async (page) => {
      await inSandbox(page, 'commands?tab=recents');
      await page.getByRole('heading', { level: 1, name: 'Recents' }).waitFor();
    },
  },
];
