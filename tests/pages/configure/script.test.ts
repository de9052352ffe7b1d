import { afterAll, beforeAll, test } from 'vitest';
import { type OwnGithub, startGithub } from '../../connectors/github/support';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';

withSandbox();

const path = `/${SANDBOX.slug}/commands`;
const SCRIPT = `import argparse
import options_of_all
p = argparse.ArgumentParser()
p.add_argument("--month", required=True)
a = p.parse_args()
print(a.month)
`;

let own: OwnGithub;
let credsId: number;
let id: number;

beforeAll(async () => {
  own = await startGithub({ 'report.py': SCRIPT, 'report.R': 'month <- "2026-01"\ncat(month)\n' });
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
  id = commits[0]?.command_instances[0]?.kit_id ?? 0;
});
afterAll(() => own.double.stop());

test('an engineer reads the script of a command, with the line of each input', async () => {
  await page.goto(`${path}?panel=configure:${id}`);
  await page.getByRole('button', { name: 'View script' }).click();
  const panel = page.getByRole('dialog', { name: 'View script' });
  await expect(panel.getByText('p.add_argument("--month", required=True)')).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Inputs' })).toContainText('line 4 month');
  await expect(panel.getByText('What changed since')).toHaveCount(0);
});

test('what changed in its text is shown from the sync panel', async () => {
  own.repository.commit('Print more', { 'report.py': SCRIPT.replace('print(a.month)', 'print(a.month, 2)') });
  await page.goto(`${path}?panel=sync:${credsId}`);
  const sync = page.getByRole('dialog', { name: 'Add from Reports' });
  await expect(sync.getByText('its text changed')).toBeVisible();
  await sync.getByRole('button', { name: 'View what changed in report.py' }).click();
  const panel = page.getByRole('dialog', { name: 'View script' });
  await expect(panel.getByText(/^The script has changed since its inputs were read/)).toBeVisible();
  await panel.getByRole('radio', { name: 'What changed since' }).click();
  await expect(panel.getByText('print(a.month, 2)')).toBeVisible();
});
