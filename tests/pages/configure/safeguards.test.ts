import { test } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource } from '../support/source';

withSandbox();

test('S83 approval is switched off only once another engineer has approved that', async () => {
  await changeSource(`
    create or replace function shop.guarded(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.guarded to sample_runner`);
  const id = await addCommand('guarded');
  await call('PATCH', `/kits/${id}`, { needsApproval: true });
  await call('POST', `/kits/${id}/share`, {
    recipients: [{ userId: people.engineer, newKitDirRole: 'admin' }],
    skipTheSending: true,
  });

  const switchOff = async () => {
    await page.goto(`${builderPath(id)}&panel=configure:${id}`);
    await page.getByRole('button', { name: 'Safety', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Safety' });
    await panel.getByRole('checkbox', { name: "Needs another engineer's approval" }).uncheck();
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    return panel;
  };
  const panel = await switchOff();
  await expect(panel.getByText(/^Jonas Okafor must approve this change\. We asked them\./)).toBeVisible();
  // A request that was sent is no mistake to correct, and discarding the change takes the words away.
  await expect(panel.getByText('Approval requested')).toBeVisible();
  await expect(panel.getByText('Correct it, then try again.')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Discard' }).click();
  await expect(panel.getByText('Approval requested')).toHaveCount(0);

  await signInAs('engineer');
  await page.goto(`/${SANDBOX.slug}/approvals`);
  await expect(page.getByText("Needs another engineer's approval: Yes → No")).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(/^Approved\. .* can now make the change\.$/)).toBeVisible();

  await signInAs('admin');
  await page.goto(`/${SANDBOX.slug}/approvals?box=asked`);
  await expect(page.getByText(/^Make the same change again in Configure/)).toBeVisible();
  await page.getByRole('link', { name: 'Configure', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`panel=configure:${id}`));
  await switchOff();
  await expect(page.getByText('Saved', { exact: true }).last()).toBeVisible();
});

test('the only engineer of a command reads that nobody could approve their runs, and shares it', async () => {
  await changeSource(`
    create or replace function shop.watched(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.watched to sample_runner`);
  const id = await addCommand('watched');
  const openSafety = async () => {
    await page.goto(`${builderPath(id)}&panel=configure:${id}`);
    await page.getByRole('button', { name: 'Safety', exact: true }).click();
  };
  await openSafety();
  const panel = page.getByRole('dialog', { name: 'Safety' });
  await panel.getByRole('checkbox', { name: "Needs another engineer's approval" }).check();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Needs approval', { exact: true })).toBeVisible();
  await expect(panel.getByText('Nobody can approve your runs yet')).toBeVisible();
  await panel.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /^Share/ })).toBeVisible();

  await call('POST', `/kits/${id}/share`, {
    recipients: [{ userId: people.engineer, newKitDirRole: 'admin' }],
    skipTheSending: true,
  });
  await openSafety();
  await expect(panel.getByText(/A run starts once another engineer/)).toBeVisible();
  await expect(panel.getByText('Nobody can approve your runs yet')).toHaveCount(0);
});
