import { test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withWorker } from '../../support/app/worker';
import { answerInstead, never } from '../support/answers';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource, linkDropdown } from '../support/source';
import { field, pressRun } from '../support/steps';

withSandbox();
withWorker();

/** Makes runs of a command need approval, and shares it with another engineer, and with a runner. */
async function share(kitId: number): Promise<void> {
  await call('PATCH', `/kits/${kitId}`, { needsApproval: true });
  await call('POST', `/kits/${kitId}/share`, {
    recipients: [
      { userId: people.engineer, newKitDirRole: 'admin' },
      { userId: people.runner, newKitDirRole: 'runner' },
    ],
    skipTheSending: true,
  });
}

/** Asks for a run as the runner of a command that needs approval. */
async function ask(routine: string, runrams: object): Promise<void> {
  const kitId = await addCommand(routine);
  await share(kitId);
  await askForRun(kitId, runrams);
}

/** Returns the run's id. */
async function askForRun(kitId: number, runrams: object): Promise<number> {
  const { templateId: olId } = await prisma().command.findUniqueOrThrow({ where: { commandId: kitId } });
  const { run_id: runId } = await call<{ run_id: number }>('POST', '/run-async-i', { olId, kitId }, 'runner');
  await call('POST', '/run-async-ii', { runrams, olId, runId, kitId }, 'runner');
  return runId;
}

test('a request shows the inputs that were left empty, and who else can answer it', async () => {
  await changeSource(`
    create or replace function shop.paid(amount integer, memo text default null, reason text default 'Counted again') returns integer language sql as 'select amount';
    create or replace function shop.paid_often(amount integer, a_memo text default null, b_memo text default null,
      c_memo text default null, d_memo text default null, e_memo text default null) returns integer language sql as 'select amount';
    grant execute on function shop.paid, shop.paid_often to sample_runner`);
  await ask('paid', { amount: 7 });
  await ask('paid_often', { amount: 7, b_memo: 'For March' });

  await signInAs('engineer');
  await page.goto(`/${SANDBOX.slug}/approvals`);
  const few = page.getByRole('article', { name: 'paid', exact: true });
  await expect(few.getByText('Memo', { exact: true })).toBeVisible();
  await expect(few.getByText('Empty', { exact: true })).toHaveCount(1);
  await expect(few.getByText(/^You or .+ can answer\.$/)).toBeVisible();
  await expect(few.getByText('Default: Counted again')).toBeVisible();
  const many = page.getByRole('article', { name: 'paid_often' });
  await expect(many.getByText('For March')).toBeVisible();
  await expect(many.getByText('4 left empty: A memo, C memo, D memo, E memo')).toBeVisible();

  await signInAs('runner');
  await page.goto(`/${SANDBOX.slug}/approvals?box=asked`);
  const asked = page.getByRole('article', { name: 'paid', exact: true });
  await expect(asked.getByText('Empty', { exact: true })).toHaveCount(1);
  await expect(asked.getByText(/^(?!You).+ can answer\.$/)).toBeVisible();
});

test('people read who else can approve their run: for an engineer, another one', async () => {
  await changeSource(`
    create or replace function shop.asked_for(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.asked_for to sample_runner`);
  const kitId = await addCommand('asked_for');
  await share(kitId);
  for (const [who, words] of [
    ['admin', /^It starts once another engineer of this command, or an admin other than you,/],
    ['runner', /^It starts once an engineer of this command, or an admin,/],
  ] as const) {
    await signInAs(who);
    await page.goto(builderPath(kitId));
    await field('Amount').fill('7');
    await pressRun('Ask for approval');
    await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }
});

test('a value that was chosen by name is shown by it, to those who can open the command', async () => {
  await changeSource(`
    create or replace function shop.depots() returns table (code integer, name text) language sql stable
      as $$ select 7, 'North depot' $$;
    create or replace function shop.ship_from(depot integer) returns integer language sql as 'select depot';
    grant execute on function shop.depots, shop.ship_from to sample_runner`);
  const kitId = await addCommand('ship_from');
  await linkDropdown(kitId, 'depot', await addCommand('depots'));
  await share(kitId);
  await askForRun(kitId, { depot: 7 });

  await signInAs('engineer');
  await page.goto(`/${SANDBOX.slug}/approvals`);
  const request = page.getByRole('article', { name: 'ship_from' });
  await expect(request.getByText('North depot (7)')).toBeVisible();
});

test('a request says what its command does, what to data, and that a dry run needs approval, too', async () => {
  await changeSource(`
    create or replace function shop.restock(amount integer) returns integer language sql as 'select amount';
    comment on function shop.restock is 'Adds pieces to the **stock** of a product.';
    grant execute on function shop.restock to sample_runner`);
  const kitId = await addCommand('restock');
  await share(kitId);
  const { templateId } = await prisma().command.findUniqueOrThrow({ where: { commandId: kitId } });
  await prisma().template.update({ where: { templateId }, data: { warningTag: 'updates_data' } });
  await askForRun(kitId, { amount: 7 });

  await signInAs('engineer');
  await page.goto(`/${SANDBOX.slug}/approvals`);
  const request = page.getByRole('article', { name: 'restock' });
  await expect(request.getByText('Adds pieces to the stock of a product.')).toBeVisible();
  await expect(request.getByText('Changes data')).toBeVisible();
  await expect(request.getByText(/You can't try it with a dry run first/)).toBeVisible();
  await page.goto(builderPath(kitId));
  await field('Amount').fill('7');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByRole('dialog').getByText(/^A dry run needs approval, too\./)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});

test('the page of a run leads its approvers to their answer; only the asker withdraws', async () => {
  await changeSource(`
    create or replace function shop.refill(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.refill to sample_runner`);
  const kitId = await addCommand('refill');
  await share(kitId);
  const runId = await askForRun(kitId, { amount: 7 });
  const openRun = () => page.goto(`${builderPath(kitId)}#run-${runId}`);

  await signInAs('engineer');
  await openRun();
  await expect(page.getByText(/^You or .+ can approve this\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Answer the request' }).click();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();

  await signInAs('runner');
  await openRun();
  await expect(page.getByText(/^(?!You).+ can approve this\./)).toBeVisible();
  await expect(page.getByRole('link', { name: 'View the request' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
});

test('nothing moves in the menu of a run that waits for approval while it is found out whose it is', async () => {
  await changeSource(`
    create or replace function shop.menued(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.menued to sample_runner`);
  const kitId = await addCommand('menued');
  await share(kitId);
  const runId = await askForRun(kitId, { amount: 7 });
  await signInAs('runner');
  answerInstead((asked) => (/\/users\/me$/.test(asked) ? never() : null));
  const openMenu = async () => {
    await page.goto(`/${SANDBOX.slug}/history`);
    await page.getByRole('button', { name: `Actions for run ${runId}, menued` }).click();
  };
  const withdraw = page.getByRole('menuitem', { name: 'Withdraw' });
  await openMenu();
  await expect(withdraw).toBeDisabled();
  answerInstead(() => null);
  await openMenu();
  await expect(withdraw).toBeEnabled();
});

test('an approval is confirmed, however long the bell takes', async () => {
  await changeSource(`
    create or replace function shop.rung(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.rung to sample_runner`);
  await ask('rung', { amount: 7 });
  await signInAs('engineer');
  let isBellThere = false;
  answerInstead((asked) => {
    if (!/\/notifications\b/.test(asked)) return null;
    isBellThere = true;
    return never();
  });
  await page.goto(`/${SANDBOX.slug}/approvals`);
  const approve = page.getByRole('article', { name: 'rung' }).getByRole('button', { name: 'Approve' });
  await expect(approve).toBeVisible();
  await expect.poll(() => isBellThere).toBe(true);
  await approve.click();
  await expect(page.getByText('Approved. The run is starting.')).toBeVisible();
});
