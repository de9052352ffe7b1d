import { describe, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';

withSandbox();

const open = (panel: string): Promise<void> => page.goto(`/${SANDBOX.slug}/commands?panel=${panel}`);

describe('at the address of a panel for admins', () => {
  test.each([
    ['invite', 'Only admins of Sandbox invite people'],
    ['connect:postgres', 'Only admins of Sandbox connect sources'],
    ['new-group', 'Only admins of Sandbox make groups'],
    ['edit-org', 'Only admins of Sandbox change the organization'],
    ['new-service-account', 'Only admins of Sandbox make service accounts'],
  ])('%s, a member reads whom to ask', async (panel, words) => {
    await signInAs('runner');
    await open(panel);
    await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(0);
  });

  test('an admin finds the panel itself', async () => {
    await open('invite');
    await expect(page.getByRole('dialog').getByLabel('Email addresses').first()).toBeVisible();
  });
});

test('a runner of a folder reads whom to ask, and can’t rename or delete it', async () => {
  await call('POST', '/directories', { name: 'Closed drawer', orgId: SANDBOX.orgId });
  const folder = await prisma().folder.findFirstOrThrow({ where: { name: 'Closed drawer' } });
  await call('POST', `/directories/${folder.folderId}/share`, {
    recipients: [{ userId: people.runner, newKitDirRole: 'runner' }],
  });
  await signInAs('runner');
  await open(`edit-folder:${folder.folderId}`);
  const panel = page.getByRole('dialog', { name: 'Edit folder' });
  await expect(panel.getByText('Only engineers can change a folder')).toBeVisible();
  await expect(panel.getByRole('button', { name: /Save|Delete folder/ })).toHaveCount(0);
  await open('edit-folder:999999');
  await expect(page.getByText('You do not have this folder')).toBeVisible();
});
