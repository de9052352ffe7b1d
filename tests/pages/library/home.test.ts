import { test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withWorker } from '../../support/app/worker';
import { answerInstead, FAILED, failed } from '../support/answers';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource, commandId } from '../support/source';
import { field, pressRun, waitForOutcome } from '../support/steps';

withSandbox();
withWorker();

const home = `/${SANDBOX.slug}/home`;
const part = (name: string) => page.getByRole('region', { name });

test('a pinned command stands on the home page until it is unpinned', async () => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await page.getByRole('button', { name: 'Actions for Find orders' }).click();
  await page.getByRole('menuitem', { name: 'Pin to Home' }).click();
  await expect.poll(() => call('GET', `/kits/users/${people.admin}/pinned`)).not.toEqual([]);
  await page.goto(home);
  const pinned = part('Pinned');
  await expect(pinned.getByRole('link')).toHaveText(['Find orders']);
  await pinned.getByRole('button', { name: 'Unpin Find orders' }).click();
  await expect(pinned).toHaveCount(0);
  await expect.poll(() => call('GET', `/kits/users/${people.admin}/pinned`)).toEqual([]);
});

test("a person's last runs are there to repeat, and their failures until they are dealt with", async () => {
  await changeSource(`
    create or replace function shop.home_fails(amount integer) returns integer language plpgsql as $$
      begin if amount > 1 then raise exception 'Too much'; end if; return amount; end $$;
    grant execute on function shop.home_fails to sample_runner`);
  const id = await addCommand('home_fails');
  for (const [amount, outcome] of [
    ['1', 'Success'],
    ['2', 'Failed'],
  ] as const) {
    await page.goto(builderPath(id));
    await field('Amount').fill(amount);
    await pressRun();
    await waitForOutcome(outcome);
  }
  await page.goto(home);
  // What waits isn't listed twice.
  await expect(part('Recent').getByRole('listitem').first()).toContainText('Success');
  const failed = part('Waiting for me').getByRole('listitem').filter({ hasText: 'home_fails' });
  await expect(failed).toContainText('Amount 2');
  await failed.getByRole('button', { name: 'Dismiss: home_fails' }).click();
  await expect(page.getByText('1 run marked as handled.')).toBeVisible();
  await expect(failed).toHaveCount(0);
  await expect(part('Recent').getByRole('listitem').first()).toContainText('Failed');
  await part('Recent').getByRole('link', { name: 'Change and run again: home_fails' }).first().click();
  await expect(field('Amount')).toHaveValue('2');
});

test('what arrives while the page is open waits to be shown, so that nothing moves', async () => {
  await changeSource(`
    create or replace function shop.home_asks(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.home_asks to sample_runner`);
  const kitId = await addCommand('home_asks');
  await call('PATCH', `/kits/${kitId}`, { needsApproval: true });
  await call('POST', `/kits/${kitId}/share`, {
    recipients: [{ userId: people.runner, newKitDirRole: 'runner' }],
    skipTheSending: true,
  });
  await page.goto(home);
  await expect(part('Recent')).toBeVisible();
  const { templateId: olId } = await prisma().command.findUniqueOrThrow({ where: { commandId: kitId } });
  const { run_id: runId } = await call<{ run_id: number }>('POST', '/run-async-i', { olId, kitId }, 'runner');
  await call('POST', '/run-async-ii', { runrams: { amount: 1 }, olId, runId, kitId }, 'runner');
  // The page asks again whenever a person comes back to it.
  document.dispatchEvent(new Event('visibilitychange'));
  const arrived = page.getByRole('button', { name: 'Show 1 new' });
  await expect(arrived).toBeVisible();
  const request = part('Waiting for me').getByRole('link', { name: 'home_asks', exact: true });
  await expect(request).toHaveCount(0);
  await arrived.click();
  await expect(request).toBeVisible();
  await expect(arrived).toHaveCount(0);
});

test('a sandbox leads through its story, and marks what is done', async () => {
  const find = await commandId('Find orders');
  const story = part('See what it does, in a minute');
  const steps = story.getByRole('listitem');
  await page.goto(home);
  await expect(steps).toHaveCount(3);
  await story.getByRole('link', { name: 'Open' }).click();
  await field('Row limit').fill('3');
  await pressRun();
  const card = await waitForOutcome('Success');
  await expect(card.getByRole('link', { name: /^Refund, row / })).toHaveCount(3);
  await page.goto(home);
  await expect(steps.first()).toContainText('(done)');
  await expect(steps.nth(1).getByRole('link', { name: 'Open' })).toHaveAttribute('href', builderPath(find));
});

test('a member who has run nothing is led to the commands', async () => {
  await signInAs('runner');
  await page.goto(home);
  await part('Recent').getByRole('link', { name: 'Browse commands' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Commands' })).toBeVisible();
});

test('what waits and could not be read is not told as nothing', async () => {
  answerInstead((asked) => (/\/(approvals|needs-attention)\b/.test(asked) ? failed() : null));
  await page.goto(home);
  const problem = page.getByText(new RegExp(FAILED)).first();
  await expect(problem).toBeVisible();
  answerInstead(() => null);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(problem).toBeHidden();
});
