import { test } from 'vitest';
import { answerInstead, FAILED, failed } from '../support/answers';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { findAndChoose } from '../support/steps';

withSandbox();

test('a new group has its people at once', async () => {
  await page.goto(`/${SANDBOX.slug}/org?tab=groups`);
  await page.getByRole('button', { name: 'New group' }).first().click();
  const make = page.getByRole('dialog', { name: 'New group' });
  await make.getByLabel('Name').fill('Night shift');
  await findAndChoose(make.getByLabel('People'), 'maria', /Maria Keller/);
  await make.getByRole('button', { name: 'Create' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit group' });
  await expect(edit.getByText('1 person')).toBeVisible();
  await expect(edit.getByText('Maria Keller')).toBeVisible();
});

test('invited people are in a group, count, and can be taken out', async () => {
  await call('POST', '/invite', { recipients: [{ email: 'lena@example.com' }] });
  await page.goto(`/${SANDBOX.slug}/org?tab=groups`);
  await page.getByRole('button', { name: 'New group' }).first().click();
  const make = page.getByRole('dialog', { name: 'New group' });
  await make.getByLabel('Name').fill('Warehouse');
  await findAndChoose(make.getByLabel('People'), 'lena', /lena \(Pending\)/);
  await make.getByRole('button', { name: 'Create' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit group' });
  await expect(edit.getByText('1 person')).toBeVisible();
  await expect(edit.getByText('lena (Pending)')).toBeVisible();

  await page.goto(`/${SANDBOX.slug}/org?tab=groups`);
  await page.getByRole('button', { name: /^Warehouse/ }).click();
  await expect(page.getByRole('list', { name: 'Groups' }).getByText('lena (Pending)')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Warehouse' }).click();
  await edit.getByRole('button', { name: 'Remove lena from this group' }).click();
  await expect(edit.getByText('This group has no members yet.')).toBeVisible();
});

test('a group that could not be read is not told as gone', async () => {
  const { group_id: groupId } = await call<{ group_id: string }>('POST', '/groups', { name: 'Early shift' });
  answerInstead((asked) => (/\/groups\b/.test(asked) ? failed() : null));
  await page.goto(`/${SANDBOX.slug}/org?panel=group:${groupId}`);
  const edit = page.getByRole('dialog', { name: 'Edit group' });
  await expect(edit.getByText(FAILED)).toBeVisible();
  await expect(edit.getByText('This group no longer exists.')).toBeHidden();
  answerInstead(() => null);
  await edit.getByRole('button', { name: 'Try again' }).click();
  await expect(edit.getByLabel('Name')).toHaveValue('Early shift');
});
