import { beforeAll, test } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource } from '../support/source';

withSandbox();

let id = 0;
beforeAll(async () => {
  await changeSource(`
    create or replace function shop.greeting(name text) returns text language sql as 'select name';
    grant execute on function shop.greeting to sample_runner`);
  id = await addCommand('greeting');
});

const panel = () => page.getByRole('dialog', { name: 'Bulk run' });

async function take(name: string, bytes: BlobPart): Promise<void> {
  await page.goto(builderPath(id, '&panel=bulk'));
  await panel()
    .getByLabel('File with rows')
    .setFiles(new File([bytes], name));
}

test('letters that a file does not explain are shown as a guess, which can be changed', async () => {
  await take('names.csv', Buffer.from('name\nM\xfcller\n\n \n', 'latin1'));
  await expect(panel().getByText("The file doesn't name its encoding")).toBeVisible();
  const charset = panel().getByRole('combobox', { name: 'Encoding' });
  await expect(charset).toHaveValue('windows-1252');
  await expect(panel().getByRole('textbox', { name: 'Name' })).toHaveValue('Müller');
  await charset.selectOption('windows-1251');
  await expect(panel().getByRole('textbox', { name: 'Name' })).toHaveValue('Mьller');
});

test('what was left out of a file is said, and two columns of one name are refused', async () => {
  await take('names.csv', "sep=;\nname;note\n'+49-170;x\n;\n");
  await expect(panel().getByText('The apostrophe before one cell was left out')).toBeVisible();
  await expect(panel().getByText('1 row without values was left out')).toBeVisible();
  await expect(panel().getByRole('combobox', { name: 'Encoding' })).toBeHidden();
  await take('names.csv', 'name,Name\nAnn,Bob\n');
  await expect(panel().getByRole('alert')).toHaveText(/Several columns of the file are named “Name”/);
});
