import { onTestFinished, test } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { findAndChoose } from '../support/steps';
import { openShare, ownCommand, recipients, rowOf, share } from './share-panel';

withSandbox();

test('where the browser has no clipboard, the link stays, and is shown to be copied by hand', async () => {
  const command = await ownCommand('by_hand');
  await call('PATCH', `/kits/${command.id}`, { visibility: 'public' });
  const panel = await openShare(command);
  await panel.getByRole('tab', { name: 'Link' }).click();
  const { clipboard } = navigator;
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
  onTestFinished(
    () => void Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard }),
  );
  await panel.getByRole('button', { name: 'Copy', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'Copy by hand' });
  await expect(shown).toContainText(`builder?id=${command.id}`);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(panel.getByLabel('Link')).toBeVisible();
});

test('suggestions close when an address from outside raises a question', async () => {
  const panel = await openShare(await ownCommand('asked'));
  await recipients(panel).fill('alex@northwind.example');
  await recipients(panel).press('Enter');
  await expect(panel.getByRole('region', { name: 'Not in Sandbox yet' })).toBeVisible();
  await expect(page.getByRole('option').filter({ hasText: 'Jonas Okafor' })).toBeHidden();
});

test('buttons that a recipient would not see are named, and the commands that they open are shared if wished', async () => {
  const command = await ownCommand('with_button');
  const target = await ownCommand('behind_button');
  await call('POST', `/kits/${command.id}/decorations`, { name: 'Void', inputKitId: target.id });
  const panel = await openShare(command);
  await findAndChoose(recipients(panel), 'KELL', /Maria Keller/);
  const also = panel.getByRole('checkbox', { name: `Also share “${target.name}”` });
  await expect(also).not.toBeChecked();
  await expect(panel.getByText("A button opens it, and Maria Keller can't run it yet.")).toBeVisible();
  await also.check();
  await share(panel).click();
  await expect(page.getByText(`Also shared “${target.name}”`)).toBeVisible();

  const again = await openShare(target, '&share-tab=shared-with');
  await expect(rowOf(again, 'Teammates', 'Maria Keller')).toContainText('Runner');
});
