import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type OwnGithub, startGithub, TOKEN } from '../../connectors/github/support';
import { pushedCommit, pushPayload, pushRequest } from '../../support/doubles/github/pushes';
import { expectAccessible, test } from '../support/journey';
import { signIn } from '../support/people';
import { field, isLive, pressRun, responds, resultCards, SANDBOX, waitForOutcome } from '../support/steps';
import { startWorkspace } from '../support/workspace';

/** Pushboard on a server that runs Python, and a repository of its own. */
let pushboard: { origin: string; stop(): Promise<void> };
let github: OwnGithub;
let dataDir: string;

const REPORT = `"""Orders of a region, with their totals."""
import argparse
import json

parser = argparse.ArgumentParser(description=__doc__)
when = parser.add_argument_group("When")
when.add_argument("--month", required=True, help="Such as 2026-01")
when.add_argument("--days", type=int, default=30, help="How many days back")
parser.add_argument("--region", choices=["EU", "US", "APAC"], default="EU")
parser.add_argument("--dry-run", action="store_true", help="Only say what would be done")
options = parser.parse_args()
print(f"Reading {options.days} days before {options.month}")
print(json.dumps([{"region": options.region, "month": options.month, "orders": 12 * n} for n in (1, 2, 3)]))
`;

const others: Record<string, string> = {
  'jobs/greet.py': 'import sys\nprint("Hello", sys.argv[1])\n',
  'jobs/cleanup.py':
    'import click\n@click.command()\n@click.option("--older-than", type=int, default=90)\ndef cleanup(older_than):\n    print(older_than)\ncleanup()\n',
  'jobs/refund.py':
    'def refund(order: int, amount: float = 10.0, reason: str = "late"):\n    """Refunds an order."""\n    return {"order": order, "amount": amount, "reason": reason}\n',
  'jobs/ask.py': 'name = input("Your name: ")\nprint(name)\n',
  'lib/dates.py':
    'def first_of(month):\n    return month + "-01"\ndef last_of(month):\n    return month + "-31"\n',
  'reports/summary.R':
    'library(optparse)\noptions <- list(make_option("--rows", type = "integer", default = 10L, help = "How many"))\no <- parse_args(OptionParser(option_list = options))\nprint(o$rows)\n',
  'reports/mean.R': '#* @get /mean\nfunction(values) mean(as.numeric(values))\n',
  'reports/edit_me.R': 'month <- "2026-01"\nthreshold <- 5\ncat(month, threshold)\n',
  'reports/fail.py': 'import sys\nwhich = sys.argv[1]\nraise ValueError(f"unknown report: {which}")\n',
};

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pushboard-scripts-'));
  github = await startGithub({ 'reports/orders.py': REPORT, ...others });
  pushboard = await startWorkspace(dataDir, { NETWORK_ALLOW: '127.0.0.1', SCRIPT_RUNNERS: 'python' });
});

test.afterAll(async () => {
  await pushboard?.stop();
  await github?.double.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('scripts of a repository become commands, which a colleague runs, and which follow the script', {
  tag: '@long',
}, async ({ browser, playwright }) => {
  const context = await browser.newContext({
    baseURL: pushboard.origin,
    storageState: await signIn(playwright.request, pushboard.origin, 'admin'),
  });
  const page = await context.newPage();
  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  await page.getByRole('button', { name: 'New command' }).click();
  await page.getByRole('menuitem', { name: 'Connect a database or API' }).click();
  await page.getByRole('menuitem', { name: 'Python script' }).click();
  const form = dialog(page, /GitHub repository/);
  await form.getByLabel('Token').fill(TOKEN);
  await form.getByLabel('Owner').fill('acme');
  await form.getByLabel('Repository').fill('reports');
  await form.getByLabel('API address').fill(github.double.origin);
  await form.getByLabel('Scripts run').click();
  await page.getByRole('option', { name: 'On the server of Pushboard' }).click();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Next' }).click();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Connect', exact: true }).click();

  const tree = dialog(page, /^Add from/);
  await tree.getByRole('button', { name: /^Deselect all / }).click();
  await tree.getByRole('checkbox', { name: /orders/ }).check();
  await tree.getByRole('checkbox', { name: /refund/ }).check();
  await expect(tree.getByText(/nothing to run/)).toBeVisible();
  await expectAccessible(page);
  const add = tree.getByRole('button', { name: 'Add to Pushboard', exact: true });
  await add.click();
  await tree.getByRole('button', { name: 'All read' }).click();
  await add.click();
  await expect(dialog(page, 'Import summary').getByRole('img', { name: 'Added' })).toHaveCount(2);
  await expectAccessible(page);

  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await responds(page);
  await field(page, 'Month').fill('2026-01');
  await pressRun(page);
  const result = await waitForOutcome(page, 'Success');
  await expect(result.getByRole('gridcell', { name: '2026-01' })).toHaveCount(3);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const share = dialog(page, 'Orders');
  await share.getByRole('textbox', { name: 'People and groups' }).fill('Maria');
  await page.getByRole('option', { name: /Maria Keller/ }).click();
  await share.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();

  const maria = await browser.newContext({
    baseURL: pushboard.origin,
    storageState: await signIn(playwright.request, pushboard.origin, 'runner'),
  });
  const hers = await maria.newPage();
  await hers.goto(new URL(page.url()).pathname + new URL(page.url()).search.replace(/&?panel=[^&]*/, ''));
  await responds(hers);
  await field(hers, 'Month').fill('2026-02');
  await pressRun(hers);
  await waitForOutcome(hers, 'Success');
  await expect(resultCards(hers).first().getByRole('gridcell', { name: '2026-02' })).toHaveCount(3);
  await maria.close();

  // The script changes at the source, and the command follows.
  const changed = REPORT.replace('"--month", required=True', '"--month", default="2026-03"').replace(
    'parser.add_argument("--region"',
    'parser.add_argument("--top", type=int, default=5)\nparser.add_argument("--region"',
  );
  github.repository.commit('Change the report', { 'reports/orders.py': changed });
  const id = new URL(page.url()).searchParams.get('id');
  await page.goto(`/${SANDBOX.slug}/commands?panel=configure:${id}`);
  await page.getByRole('button', { name: 'View script' }).click();
  const script = dialog(page, 'View script');
  await expect(script.getByText(/^The script has changed since its inputs were read/)).toBeVisible();
  await expectAccessible(page);
  await script.getByText('What changed since', { exact: true }).click();
  await expect(script.getByText('--top', { exact: false }).first()).toBeVisible();
  await expectAccessible(page);

  const connections = await page.request.get(`/api/v1/${SANDBOX.orgId}/github-creds`);
  const [{ github_creds_id: credsId }] = await connections.json();
  await page.goto(`/${SANDBOX.slug}/commands?panel=sync:${credsId}`);
  const sync = dialog(page, /^Add from/);
  await expect(sync.getByText('its text changed').first()).toBeVisible();
  await expectAccessible(page);
  await sync.getByRole('checkbox', { name: /orders/ }).check();
  await sync.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
  await expect(dialog(page, 'Import summary').getByText(/1 updated/)).toBeVisible();

  await page.goto(`/${SANDBOX.slug}/builder?id=${id}`);
  await responds(page);
  await expect(field(page, 'Top')).toBeVisible();

  await page.goto(`/${SANDBOX.slug}/builder?id=${id}&panel=configure:${id}&configure-tab=jobs`);
  await isLive(page);
  await dialog(page, /^Configure/)
    .getByRole('button', { name: 'New job' })
    .click();
  const schedule = dialog(page, /^Schedule /);
  await schedule.getByLabel('Cron expression').fill('0 7 * * 1');
  await schedule.getByRole('button', { name: 'Next: values' }).click();
  await schedule.getByRole('button', { name: 'Next: name' }).click();
  await schedule.getByRole('textbox', { name: 'Name' }).fill('Orders of the week');
  await schedule.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheduled job created')).toBeVisible();

  // GitHub tells of a push, and the command says so until it is synced.
  await page.goto(`/${SANDBOX.slug}/credentials?panel=connection:${credsId}`);
  const pushes = page.getByRole('region', { name: 'Notice pushes' });
  await pushes.getByRole('button', { name: 'Make an address and a secret' }).click();
  const secret = await pushes.getByRole('textbox', { name: 'Secret' }).inputValue();
  const address = (await pushes.getByText(/\/pushes\//).textContent()) ?? '';
  await expectAccessible(page);
  github.repository.commit('More', { 'reports/orders.py': REPORT });
  const commit = pushedCommit('More', { modified: ['reports/orders.py'] });
  expect((await fetch(pushRequest(address, { secret, payload: pushPayload([commit]) }))).status).toBe(204);
  await page.goto(`/${SANDBOX.slug}/commands?panel=configure:${id}`);
  await expect(page.getByText(/^The script was changed on GitHub/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Compare and sync' }).click();
  await expect(sync.getByText(/^Pushed just now/)).toBeVisible();
  await expectAccessible(page);
  await context.close();
});
