import { beforeAll, describe, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, changeSource } from '../support/source';

withSandbox();

const { slug } = SANDBOX;
let otherId: number;

/** Two commands of one name, in two folders, and a third one whose rows may open them. */
beforeAll(async () => {
  await changeSource(
    ['twin_of_eu', 'twin_of_us', 'twin_opener']
      .map(
        (name) => `create function shop.${name}(a int) returns table (a int) language sql as 'select a';
          grant execute on function shop.${name} to sample_runner;`,
      )
      .join('\n'),
  );
  for (const [routine, folder] of [
    ['twin_of_eu', 'Europe'],
    ['twin_of_us', 'America'],
  ] as const) {
    const commandId = await addCommand(routine);
    const { directory_id: folderId } = await call<{ directory_id: number }>('POST', '/directories', {
      name: folder,
    });
    await prisma().command.update({ where: { commandId }, data: { name: 'Close the day', folderId } });
  }
  otherId = await addCommand('twin_opener');
});

const saysBoth = async (): Promise<void> => {
  for (const folder of ['Europe', 'America']) {
    await expect(page.getByText(new RegExp(`^Close the day.*${folder}|^${folder}$`)).first()).toBeVisible();
  }
};

describe('two commands of one name are told apart', () => {
  test('where a scheduled job is made', async () => {
    await page.goto(`/${slug}/cron-jobs`);
    await page.getByRole('button', { name: 'New job' }).first().click();
    const panel = page.getByRole('dialog', { name: 'New job' });
    await panel.getByLabel('Search commands').fill('Close the day');
    await expect(panel.getByRole('button', { name: /^Close the day ?Europe$/ })).toBeVisible();
    await expect(panel.getByRole('button', { name: /^Close the day ?America$/ })).toBeVisible();
  });

  test('where a button is linked', async () => {
    await page.goto(`/${slug}/builder?id=${otherId}&panel=configure:${otherId}&configure-tab=output`);
    await page.getByRole('button', { name: 'Add row button' }).click();
    await page.getByRole('button', { name: 'Choose another command' }).click();
    await page.getByLabel('Search commands').fill('Close the day');
    await saysBoth();
  });
});
