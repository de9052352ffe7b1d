import { test } from 'vitest';
import { withWorker } from '../../support/app/worker';
import { answerInstead, failed, never } from '../support/answers';
import { expect } from '../support/expectations';
import { pressKey } from '../support/locator';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { commandId } from '../support/source';

withSandbox();
withWorker();

const option = (name: RegExp) => page.getByRole('button', { name });

async function search(text: string): Promise<void> {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await page.getByRole('table', { name: 'Commands' }).waitFor();
  await pressKey('Control+k');
  await page.getByRole('textbox', { name: 'Search or jump to' }).fill(text);
}

test('a command is found by what its description says, and by its tag', async () => {
  await search('money back');
  await expect(option(/^Refund an order/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Search or jump to' }).fill('refund changes data');
  await expect(option(/^Refund an order/)).toBeVisible();
});

test('a search whose words no command has together finds those with the most of them', async () => {
  await search('zzqx find orders');
  await expect(page.getByText('No command has all of these words. These have some:')).toBeVisible();
  await expect(option(/^Find orders/)).toBeVisible();
  await expect(option(/^Browse all commands/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Search or jump to' }).fill('find orders');
  await expect(page.getByText(/No command has all/)).toHaveCount(0);
  await expect(option(/^Find orders/)).toBeVisible();
});

test('what matches nothing is looked for in the history, or among all commands', async () => {
  await search('zzqx');
  await expect(page.getByText('Nothing found.', { exact: true })).toBeVisible();
  await expect(option(/^Browse all commands/)).toBeVisible();
  await option(/^Search the history for “zzqx”/).click();
  await expect(page).toHaveURL(/\/history\?q=zzqx$/);
});

test('people who are not admins read that other commands may exist, and whom to ask', async () => {
  await signInAs('runner');
  await search('zzqx');
  await expect(
    page.getByText('Nothing found. Only commands that are shared with you are listed. Ask Dana Lee.'),
  ).toBeVisible();
});

test('a number finds the run that has it', async () => {
  const kitId = await commandId('Best sellers');
  const { anchor_ol } = await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${kitId}`);
  const { run_id: runId } = await call<{ run_id: number }>('POST', '/run-sync', {
    kitId,
    olId: anchor_ol.ol_id,
    params: {},
  });
  await search(String(runId));
  await option(new RegExp(`^Run ${runId}: Best sellers`)).click();
  await expect(page.getByRole('dialog', { name: /^Best sellers/ })).toBeVisible();
});

test('commands that have not loaded, or could not be, are not told as none', async () => {
  let answer: typeof never | typeof failed = never;
  answerInstead((asked) => (/\/(skinny-kits|directories)\b/.test(asked) ? answer() : null));
  const lookFor = async (text: string) => {
    await page.goto(`/${SANDBOX.slug}/history`);
    await pressKey('Control+k');
    await page.getByRole('textbox', { name: 'Search or jump to' }).fill(text);
  };
  await lookFor('refund an order');
  await expect(page.getByText('Searching…')).toBeVisible();
  await expect(option(/^Search the history/)).toHaveCount(0);
  answer = failed;
  await lookFor('refund an order');
  await expect(page.getByText('Nothing found, but commands and folders could not be loaded.')).toBeVisible();
});
