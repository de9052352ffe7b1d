import { expect } from '@playwright/test';
import { test } from './support/journey';
import { isLive, SANDBOX } from './support/steps';

const pages = ['commands', 'history', 'credentials', 'org', 'members/demo-jonas', 'audit', 'outbox'];

test('every page shows every side panel', { tag: '@long' }, async ({ page }) => {
  const listed = await page.request.get(`/api/v1/${SANDBOX.orgId}/skinny-kits`, {
    headers: { 'x-demo-user-id': 'demo-dana' },
  });
  const [command] = (await listed.json()) as { kit_id: number; name: string }[];
  for (const path of pages) {
    await page.goto(`/${SANDBOX.slug}/${path}?panel=why:${command?.kit_id}`);
    const panel = page.getByRole('dialog', { name: 'Why can someone run this?' });
    await expect(panel).toContainText(command?.name ?? 'nothing');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  }
});

test("the address of an unknown panel, or of one that needs a builder's form, opens none", {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`/${SANDBOX.slug}/history?panel=share:nothing,nobody:1,share,json,runs`);
  await isLive(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a panel opened by a link has the focus on its first field, or on its title', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(`/${SANDBOX.slug}/commands?panel=deleted`);
  await expect(page.getByRole('heading', { name: 'Deleted commands' })).toBeFocused();
  await page.goto(`/${SANDBOX.slug}/org?panel=new-group`);
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
});
