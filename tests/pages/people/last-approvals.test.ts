import { test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, changeSource } from '../support/source';

withSandbox();

const LAST = 'One command has no other approver than you then, so you can no longer run it yourself: last.';
/** How the API refuses what another engineer has to approve first. */
const ASKED = /: 422 .*Maria Keller must approve this change\. We asked them\./;
const team = `/${SANDBOX.slug}/org`;

/** A command of the admin that needs approval. */
async function addGuarded(name = 'last'): Promise<number> {
  await changeSource(`
    create or replace function shop.${name}(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.${name} to sample_runner`);
  const kitId = await addCommand(name);
  await call('PATCH', `/kits/${kitId}`, { needsApproval: true });
  return kitId;
}

test('an admin who takes the last other approver away reads which commands they can no longer run', async () => {
  const kitId = await addGuarded();

  await page.goto(team);
  await page.getByLabel('Role of Maria Keller').selectOption('Admin');
  await page.getByRole('dialog').getByRole('button', { name: 'Make admin' }).click();
  await expect(page.getByLabel('Role of Maria Keller')).toHaveValue('admin');
  await page.getByLabel('Role of Maria Keller').selectOption('Member');
  const demotion = page.getByRole('dialog', { name: 'Make Maria Keller a member?' });
  await expect(demotion.getByText(LAST)).toBeVisible();
  await demotion.getByRole('button', { name: 'Make member' }).click();
  await expect(page.getByLabel('Role of Maria Keller')).toHaveValue('member');

  const { group_id: groupId } = await call<{ group_id: string }>('POST', '/groups', { name: 'Approvers' });
  await call('POST', `/groups/${groupId}/members`, { userIds: [people.runner] });
  await call('POST', `/kits/${kitId}/share`, {
    recipients: [],
    groups: [{ groupId, newKitDirGroupRole: 'admin' }],
    skipTheSending: true,
  });
  await page.goto(`${team}?tab=groups`);
  await page.getByRole('button', { name: 'Edit Approvers' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit group' });
  await edit.getByRole('button', { name: 'Remove Maria Keller from this group' }).click();
  const leaving = page.getByRole('dialog', { name: 'Remove Maria Keller from Approvers?' });
  await expect(leaving.getByText(LAST)).toBeVisible();
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await edit.getByRole('button', { name: 'Delete group' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete Approvers?' });
  await expect(deletion.getByText(LAST)).toBeVisible();
  await deletion.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(team);
  await page.getByRole('button', { name: 'Remove Maria Keller' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove Maria Keller?' });
  await expect(removal.getByText(LAST)).toBeVisible();
  await expect(removal.getByText(/own request/)).toHaveCount(0);
  await removal.getByRole('button', { name: 'Cancel' }).click();

  // The reader has asked her for another engineer, whom she has to approve as long as she is here.
  const share = { recipients: [{ userId: people.engineer, newKitDirRole: 'admin' }], skipTheSending: true };
  await expect(call('POST', `/kits/${kitId}/share`, share)).rejects.toThrow(ASKED);
  await expect.poll(() => prisma().approvalRequest.count({ where: { commandId: kitId } })).toBe(1);
  await page.getByRole('button', { name: 'Remove Maria Keller' }).click();
  await expect(removal.getByText(/^Your own request for approval, .* by anyone then: last\.$/)).toBeVisible();
  await expect(
    removal.getByText(
      /You can share it right after this change\. Before it, Maria Keller must approve the sharing\.$/,
    ),
  ).toBeVisible();
  await removal.getByRole('link', { name: 'last' }).click();
  await expect(page.getByRole('dialog', { name: /^Share/ })).toBeVisible();
  await page.goto(team);

  // With another approver, nothing is to be said.
  const { orgId } = await prisma().command.findUniqueOrThrow({ where: { commandId: kitId } });
  await prisma().commandUserGrant.create({
    data: { orgId, commandId: kitId, userId: people.engineer, role: 'admin' },
  });
  await page.getByRole('button', { name: 'Remove Maria Keller' }).click();
  await expect(removal).toBeVisible();
  await expect(removal.getByText(LAST)).toHaveCount(0);
});

test('who asked for another engineer reads that no approval is needed once nobody can answer', async () => {
  const kitId = await addGuarded('alone');
  const share = (userId: string) =>
    call('POST', `/kits/${kitId}/share`, {
      recipients: [{ userId, newKitDirRole: 'admin' }],
      skipTheSending: true,
    });
  await share(people.runner);
  await expect(share(people.engineer)).rejects.toThrow(ASKED);
  await expect(call('PATCH', `/kits/${kitId}`, { needsApproval: false })).rejects.toThrow(ASKED);
  await page.goto(`/${SANDBOX.slug}/approvals?box=asked`);
  const requests = page.getByRole('article', { name: 'alone' });
  await expect(requests.getByText('Maria Keller can answer.')).toHaveCount(2);

  await call('PATCH', `/members/${people.runner}`, { isDeleted: true });
  await page.goto(`/${SANDBOX.slug}/approvals?box=asked`);
  await expect(
    requests.getByText(/no other engineer\. Name another engineer in Share, who can/),
  ).toBeVisible();
  const ofShare = requests.getByText(/no other engineer\. So this change needs no approval now/);
  await expect(ofShare.getByRole('link', { name: 'Share' })).toHaveAttribute(
    'href',
    `/${SANDBOX.slug}/builder?id=${kitId}&panel=share:${kitId}`,
  );
  await share(people.engineer);
  await page.goto(`/${SANDBOX.slug}/approvals?box=asked`);
  await expect(requests.getByText(/^The change was made: the command had no other engineer/)).toBeVisible();
});
