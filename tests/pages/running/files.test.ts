import { beforeEach, test, vi } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { withSandbox } from '../support/sandbox';

withSandbox();

/** What reads each chosen file, in order. */
let reads: (() => Promise<void>)[];

/** Reads a file when the test says so. */
class SlowReader {
  onload: () => void = () => undefined;
  result = '';

  readAsDataURL(file: Blob): void {
    reads.push(async () => {
      this.result = `data:;base64,${btoa(await file.text())}`;
      this.onload();
    });
  }
}

beforeEach(async () => {
  reads = [];
  vi.stubGlobal('FileReader', SlowReader);
  await page.goto('/sandflox');
  return () => vi.unstubAllGlobals();
});

test('of files that are chosen one after the other, the last one counts, however long the others take', async () => {
  const file = page.getByRole('button', { name: 'file', exact: true });
  const input = page.locator('input[type=file]').first();
  await input.setFiles(new File(['1'], 'first.txt'));
  await input.setFiles(new File(['2'], 'second.txt'));
  await reads[1]?.();
  await expect(file).toHaveText('second.txt');
  await reads[0]?.();
  // Whatever came of it is on the page by then.
  await page.getByRole('textbox', { name: 'varchar_10' }).fill('later');
  await expect(file).toHaveText('second.txt');
});

test('what is typed while a file of the same value is read stays', async () => {
  const group = page.getByRole('group', { name: 'captioned_file' });
  await group.locator('input[type=file]').setFiles(new File(['1'], 'picture.png'));
  await group.getByRole('textbox', { name: 'caption' }).fill('Torn along the zip');
  await reads[0]?.();
  await expect(group.getByText('picture.png')).toBeVisible();
  await expect(group.getByRole('textbox', { name: 'caption' })).toHaveValue('Torn along the zip');
});
