import type { Page } from '@playwright/test';
import { people } from '../e2e/support/people';
import { openCommand } from '../e2e/support/steps';
import { failAtServer, goTo, inSandbox, neverAnswer, type Screen } from './screen';

/** A screen, and the request that it waits for. */
interface Waiting {
  name: string;
  request: RegExp;
  show: (page: Page) => Promise<void>;
}

const waiting: readonly Waiting[] = [
  { name: 'recents', request: /\/recent\?/, show: (page) => inSandbox(page, 'commands?tab=recents') },
  {
    name: 'library-deleted',
    request: /\/deleted-kits$/,
    show: (page) => inSandbox(page, 'commands?panel=deleted'),
  },
  { name: 'sync-panel', request: /\/diff$/, show: openSyncPanel },
  { name: 'previous-runs', request: /\/skinny-runs\?/, show: openPreviousRuns },
  { name: 'share', request: /\/kits\/\d+\/users$/, show: openShare },
  { name: 'team-groups', request: /\/groups$/, show: (page) => inSandbox(page, 'org?tab=groups') },
  { name: 'team-changelog', request: /\/changelog\?/, show: (page) => inSandbox(page, 'org?tab=changelog') },
  { name: 'outbox', request: /\/outbox\?/, show: (page) => inSandbox(page, 'outbox') },
  { name: 'audit', request: /\/audit\?/, show: (page) => inSandbox(page, 'audit') },
];

/** The placeholders before a response arrives, and the error if it fails. */
export const waitingScreens: readonly Screen[] = waiting.flatMap(({ name, request, show }) => [
  {
    name: `${name}-loading`,
    isLoading: true,
    show: async (page) => {
      await neverAnswer(page, request);
      await show(page);
      await page.locator('[class*="Skeleton"]').first().waitFor();
    },
  },
  {
    name: `${name}-broken`,
    show: async (page) => {
      await failAtServer(page, request);
      await show(page);
      await page.getByText('Something broke on our side').first().waitFor();
    },
  },
]);

const empty: Readonly<Record<string, string>> = {
  library: 'commands',
  recents: 'commands?tab=recents',
  history: 'history',
  credentials: 'credentials',
  groups: 'org?tab=groups',
  changelog: 'org?tab=changelog',
};

/** An organization on its first day. */
export const emptyScreens: readonly Screen[] = Object.entries(empty).map(([name, path]) => ({
  name: `empty-${name}`,
  show: async (page) => goTo(page, `/${await emptyOrganization(page)}/${path}`),
}));

/** The address of an empty organization; created once. */
async function emptyOrganization(page: Page): Promise<string> {
  const name = 'Fern & Fell';
  const find = async () => {
    const orgs: { name: string; slugs: { slug: string; is_active: boolean }[] }[] = await (
      await page.request.get('/api/v1/users/me/orgs')
    ).json();
    return orgs.find((org) => org.name === name)?.slugs.find(({ is_active }) => is_active)?.slug;
  };
  const known = await find();
  if (known !== undefined) return known;
  const headers = { 'x-demo-user-id': people.admin };
  await page.request.post('/api/v1/users/me/orgs', { headers, data: { orgName: name } });
  const made = await find();
  if (made === undefined) throw new Error('The empty organization was not made');
  return made;
}

async function openSyncPanel(page: Page): Promise<void> {
  await inSandbox(page, 'commands');
  await page.getByRole('button', { name: 'New command' }).click();
  await page.getByRole('menuitem', { name: 'Sample shop' }).click();
}

async function openPreviousRuns(page: Page): Promise<void> {
  await openCommand(page, 'Best sellers');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Previous runs' }).click();
}

async function openShare(page: Page): Promise<void> {
  await openCommand(page, 'Best sellers');
  await page.getByRole('button', { name: 'Share' }).click();
}
