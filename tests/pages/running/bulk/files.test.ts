import { beforeAll, test } from 'vitest';
import { readTableFile } from '@/components/builder/bulk/file/read-table-file';
import { expect } from '../../support/expectations';
import { person } from '../../support/locator';
import { page } from '../../support/page';
import { withSandbox } from '../../support/sandbox';
import { addCommand, builderPath, changeSource } from '../../support/source';

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

const names = () => panel().getByRole('textbox', { name: 'Name' });

/** A file whose bytes come when they are released. */
function slowFile(text: string): { file: File; release: () => Promise<void> } {
  const file = new File([text], 'slow.csv');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  file.arrayBuffer = async () => {
    await released;
    return new TextEncoder().encode(text).buffer;
  };
  return {
    file,
    release: async () => {
      release();
      // It is read by the time that another file has been read from its beginning, and drawn a task later.
      await readTableFile(new File(['name\nAnn\n'], 'other.csv'));
      for (let task = 0; task < 3; task += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}

test('a file that takes long to read does not replace what was taken since', async () => {
  await page.goto(builderPath(id, '&panel=bulk'));
  const slow = slowFile('name\nWrong\n');
  await panel().getByLabel('File with rows').setFiles(slow.file);
  await expect(panel().getByRole('button', { name: 'Choose a file' })).toHaveAttribute('data-loading');
  await panel().getByRole('button', { name: 'Close', exact: true }).focus();
  await person().paste('name\tnote\nAnn\tx\nBob\ty');
  await expect(names()).toHaveValue('Ann\nBob');
  await slow.release();
  await expect(names()).toHaveValue('Ann\nBob');
  await expect(panel().getByText('slow.csv')).toHaveCount(0);
});

test('a bulk run that was started is among the runs in progress at once', async () => {
  await page.goto(builderPath(id, '&panel=bulk'));
  await names().fill('Ann\nBob');
  await panel().getByRole('button', { name: 'Run 2' }).click();
  await expect(panel().getByText('You can close this. It continues.')).toBeVisible();
  await panel().getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('button', { name: /^1\s*running/ })).toBeVisible();
});
