import { afterAll, beforeAll, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { type OwnGithub, startGithub } from '../../connectors/github/support';
import { pushedCommit, pushPayload } from '../../support/doubles/github/pushes';
import { tellOfPush } from '../../support/things/pushes';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';

withSandbox();

const commands = `/${SANDBOX.slug}/commands`;
const SCRIPT =
  'import argparse\np = argparse.ArgumentParser()\np.add_argument("--month")\nprint(p.parse_args())\n';

let own: OwnGithub;
let credsId: number;
let commandId: number;

beforeAll(async () => {
  own = await startGithub({ 'report.py': SCRIPT });
  ({ creds_id: credsId } = await call<{ creds_id: number }>('POST', '/creds', {
    credType: 'github',
    name: 'Reports',
    github: { ...own.part, runsOn: 'worker' },
  }));
  const { commits } = await call<{ commits: { command_instances: { kit_id: number }[] }[] }>(
    'POST',
    '/batch-commit',
    { cloudId: `github::${credsId}::report.py`, credsId, commitType: 'addition', name: 'Report' },
  );
  commandId = commits[0]?.command_instances[0]?.kit_id ?? 0;
  await prisma().commandUserGrant.create({
    data: { orgId: SANDBOX.orgId, commandId, userId: people.engineer, role: 'admin' },
  });
});
afterAll(() => own.double.stop());

const push = (file: string, { url, secret }: { url: string; secret: string }) =>
  tellOfPush(url, { secret, payload: pushPayload([pushedCommit(file, { modified: [file] })]) });

test('an admin sets up that pushes are noticed, sees the calls, and ends it', async () => {
  await page.goto(`/${SANDBOX.slug}/credentials?panel=connection:${credsId}`);
  const section = page.getByRole('region', { name: 'Notice pushes' });
  await section.getByRole('button', { name: 'Make an address and a secret' }).click();
  await expect(section.getByText('Copy it now. It is shown only this once.')).toBeVisible();
  await expect(section.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^pbwh_/);
  await expect(section.getByText(/\/pushes\//)).toBeVisible();
  await expect(section.getByRole('list', { name: 'On GitHub' })).toContainText('In acme/reports on GitHub');
  await expect(section.getByText('GitHub has not called yet.')).toBeVisible();

  await section.getByRole('button', { name: 'Replace the secret' }).click();
  await page
    .getByRole('dialog', { name: 'Replace the secret?' })
    .getByRole('button', { name: 'Replace' })
    .click();
  await expect(section.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^pbwh_/);
  const webhook = await call<{ url: string; secret: string }>('POST', `/creds/${credsId}/push-webhook`);
  const pushed = await push('README.md', webhook);
  expect(pushed.status).toBe(204);

  await page.goto(`/${SANDBOX.slug}/credentials?panel=connection:${credsId}`);
  await expect(section.getByText(/^GitHub last called/)).toBeVisible();
  await expect(section.getByText(/Last push: [0-9a-f]{7},/)).toBeVisible();
  await expect(section.getByText(/^pbwh_/)).toHaveCount(0);

  await section.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('dialog', { name: 'Stop noticing pushes?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(section.getByRole('button', { name: 'Make an address and a secret' })).toBeVisible();
});

test('a command whose script was pushed says so, leads to the sync, and is quiet afterward', async () => {
  const webhook = await call<{ url: string; secret: string }>('POST', `/creds/${credsId}/push-webhook`);
  own.repository.commit('More', { 'report.py': SCRIPT.replace('"--month"', '"--month", required=True') });
  expect((await push('report.py', webhook)).status).toBe(204);
  await page.goto(commands);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByText('There is new code for Report')).toBeVisible();

  await page.goto(`${commands}?panel=configure:${commandId}`);
  await expect(page.getByText(/^The script was changed on GitHub just now/)).toBeVisible();
  await page.getByRole('button', { name: 'Compare and sync' }).click();
  const sync = page.getByRole('dialog', { name: 'Add from Reports' });
  await expect(sync.getByText(/^Pushed just now/)).toBeVisible();
  await call('POST', '/batch-commit', {
    cloudId: `github::${credsId}::report.py`,
    credsId,
    commitType: 'update',
  });
  await page.goto(`${commands}?panel=configure:${commandId}`);
  await expect(page.getByRole('button', { name: 'View script' })).toBeVisible();
  await expect(page.getByText(/was changed on GitHub/)).toHaveCount(0);
});

test('an engineer who is no admin syncs the command from the note itself', async () => {
  const webhook = await call<{ url: string; secret: string }>('POST', `/creds/${credsId}/push-webhook`);
  const payload = { ...pushPayload([pushedCommit('Forced', {})]), forced: true };
  await tellOfPush(webhook.url, { secret: webhook.secret, payload });
  await signInAs('engineer');
  await page.goto(`${commands}?panel=configure:${commandId}`);
  await expect(page.getByText(/^The script may have been changed on GitHub/)).toBeVisible();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByText(/may have been changed on GitHub/)).toHaveCount(0);
});
