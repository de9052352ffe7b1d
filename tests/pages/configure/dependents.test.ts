import { test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { createScheduledJob } from '../../support/things/schedules';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, changeSource } from '../support/source';

withSandbox();

const { orgId } = SANDBOX;

test('another part of results is kept once the engineer has read what takes values from them', async () => {
  await changeSource(`
    create function shop.outlined(first text, second text default null) returns json language sql as 'select ''{}''::json';
    grant execute on function shop.outlined to sample_runner`);
  const commandId = await addCommand('outlined');
  const { outputColumnId } = await prisma().outputColumn.create({
    data: { orgId, commandId, kind: 'field', resultSet: 0, position: 0, path: 'items', type: 'text' },
  });
  const { dropdownId } = await prisma().dropdown.create({
    data: {
      orgId,
      name: 'Items',
      kind: 'command_output',
      senderCommandId: commandId,
      valueColumnId: outputColumnId,
      displayColumnId: outputColumnId,
      createdByUserId: people.admin,
    },
  });
  await prisma().commandInput.updateMany({
    where: { commandId, templateInput: { key: 'second' } },
    data: { dropdownId, dropdownLinkedBy: people.admin },
  });

  await page.goto(
    `/${SANDBOX.slug}/builder?id=${commandId}&panel=configure:${commandId}&configure-tab=output`,
  );
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await panel.getByLabel('Output object path').fill('data.items');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Keep another part of the results?' });
  await expect(question).toContainText('The dropdown of second in “outlined” takes its options from items');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true }).last()).toBeVisible();
});

test('another type of an input is saved once the engineer has read what stops', async () => {
  const { creds_id } = await call<{ creds_id: number }>('POST', '/creds?force=true', {
    credType: 'api',
    name: 'Things',
    api: { apiBaseUrl: 'https://things.invalid' },
  });
  const { kit_id: commandId } = await call<{ kit_id: number }>('POST', '/command-templates', {
    credsId: creds_id,
    name: 'Things',
    cloudId: 'api::get::https://things.invalid/things?limit={limit}',
    paramSchema: null,
    inputs: [{ key: 'query.limit', typeSystem: 'openapi', typeName: 'string' }],
    executionEnv: 'nol',
  });
  const [input] = await prisma().commandInput.findMany({ where: { commandId } });
  const scheduledJobId = await createScheduledJob(orgId, commandId, people.admin);
  const inputId = input?.inputId ?? 0;
  await prisma().scheduledJobInput.create({ data: { orgId, scheduledJobId, inputId, value: '"ten"' } });

  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}&panel=edit-input:${commandId}-${inputId}`);
  const panel = page.getByRole('dialog', { name: 'Edit data type' });
  await panel.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'integer', exact: true }).click();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Change query.limit?' });
  await expect(question).toContainText(
    /The scheduled job “Nightly” .* has a value that no longer fits, and will be paused/,
  );
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();
});

test('a copy of a command says that changes which are not saved are not in it', async () => {
  await changeSource(`
    create function shop.copied(a int) returns int language sql as 'select a';
    grant execute on function shop.copied to sample_runner`);
  const commandId = await addCommand('copied');
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}&panel=configure:${commandId}`);
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await panel.getByLabel('Name').fill('Another name');
  await panel.getByRole('button', { name: 'Duplicate' }).click();
  const copy = page.getByRole('dialog', { name: 'Duplicate command' });
  await expect(copy.getByText('Your unsaved changes are not copied')).toBeVisible();
});

test('an input whose source sets its key and type says so, also where an address leads to them', async () => {
  await changeSource(`
    create function shop.fixed_input(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.fixed_input to sample_runner`);
  const commandId = await addCommand('fixed_input');
  const { inputId } = await prisma().commandInput.findFirstOrThrow({ where: { commandId } });
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}&panel=edit-input:${commandId}-${inputId}`);
  const panel = page.getByRole('dialog', { name: 'Edit data type' });
  await expect(panel.getByText(/sets the key and the type of this input/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Save' })).toHaveCount(0);
});
