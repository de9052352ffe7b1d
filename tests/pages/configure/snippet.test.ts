import { afterAll, beforeAll, test } from 'vitest';
import { type OwnGithub, startGithub } from '../../connectors/github/support';
import { answerInstead, never } from '../support/answers';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';

withSandbox();

let own: OwnGithub;
let id = 0;
beforeAll(async () => {
  id = await addScript();
});
afterAll(() => own.double.stop());

async function addScript(): Promise<number> {
  own = await startGithub({ 'report.R': 'month <- "2026-01"\ncat(month, commandArgs(TRUE))\n' });
  const { creds_id: credsId } = await call<{ creds_id: number }>('POST', '/creds', {
    credType: 'github',
    name: 'Reports',
    github: { ...own.part, runsOn: 'worker' },
  });
  const { commits } = await call<{ commits: { command_instances: { kit_id: number }[] }[] }>(
    'POST',
    '/batch-commit',
    { cloudId: `github::${credsId}::report.R`, credsId, commitType: 'addition', name: 'Report' },
  );
  return commits[0]?.command_instances[0]?.kit_id ?? 0;
}

test('the inputs of an R script are read from pasted code, looked through, and created', async () => {
  await page.goto(`/${SANDBOX.slug}/commands?panel=configure:${id}&configure-tab=inputs`);
  const configure = page.getByRole('dialog', { name: 'Configure Report' });
  await configure.getByRole('button', { name: 'Add input' }).click();
  const adding = page.getByRole('dialog', { name: 'Add input' });
  await adding.getByRole('tab', { name: 'Paste snippet' }).click();
  await adding.getByRole('button', { name: 'Parse' }).click();
  await expect(adding.getByText('Paste your R code first.')).toBeVisible();
  await adding.getByLabel('R code').fill('month <- paste(\n');
  await adding.getByRole('button', { name: 'Parse' }).click();
  await expect(page.getByText('Parse failed – check your snippet')).toBeVisible();
  await expect(adding.getByText("Line 1 isn't valid R.", { exact: false })).toBeVisible();
  await adding
    .getByLabel('R code')
    .fill('month <- "2026-02"\nzone <- Sys.getenv("ZONE", "EU")\nrows <- as.integer(Sys.getenv("ROWS"))\n');
  await adding.getByRole('button', { name: 'Parse' }).click();
  const review = page.getByRole('dialog', { name: 'Review inputs' });
  await expect(review.getByText('There is already an input with this key.')).toBeVisible();
  await review.getByRole('checkbox', { name: 'Create ZONE' }).uncheck();
  await review.getByRole('checkbox', { name: 'Create ROWS' }).uncheck();
  await review.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('No rows to create')).toBeVisible();
  await review.getByRole('checkbox', { name: 'Create ROWS' }).check();
  await review.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Inputs created!')).toBeVisible();
  await expect(configure.getByRole('button', { name: /^ROWS/ })).toBeVisible();
  await expect(configure.getByText('2 inputs')).toBeVisible();
});

test('the panel of an input closes once it is deleted, however long the library takes', async () => {
  await call('POST', `/kits/${id}/lego-instance-inputs`, {
    legoInput: { key: 'rate', typeId: 'character' },
  });
  await page.goto(`/${SANDBOX.slug}/commands?panel=configure:${id}&configure-tab=inputs`);
  const configure = page.getByRole('dialog', { name: 'Configure Report' });
  await configure.getByRole('button', { name: /^rate/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Rate' });
  answerInstead((asked) => (/\/skinny-kits\b/.test(asked) ? never() : null));
  await editor.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Delete rate?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(configure.getByRole('button', { name: 'Add input' })).toBeVisible();
  await expect(configure.getByRole('button', { name: /^rate/ })).toHaveCount(0);
});
