import { afterEach, beforeEach, describe, test } from 'vitest';
import { expect } from '../support/expectations';
import { fetchFromOwnServer } from '../support/own-server';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { findAndChoose } from '../support/steps';
import { MARIA, openShare, ownCommand, recipients, share } from './share-panel';

withSandbox();

/** What a server may refuse anything with. */
const REFUSALS = [
  { status: 400, code: 'invalid', message: 'The day has too few hours for this.' },
  { status: 403, code: 'forbidden', message: 'Your role ends at noon.' },
  { status: 409, code: 'conflict', message: 'A colleague was quicker by a minute.' },
  { status: 429, code: 'too_many_requests', message: 'Your organization has sent its mail for this hour.' },
  { status: 503, code: 'unavailable', message: 'The database takes a break.' },
];

let refusal: ((path: string) => Response | null) | null = null;

function refuse(method: string, path: RegExp, { status, code, message }: (typeof REFUSALS)[number]): void {
  refusal = (asked) =>
    path.test(asked.replace(`${method} `, '')) && asked.startsWith(`${method} `)
      ? Response.json({ error: { code, message, request_id: 'r-1' } }, { status })
      : null;
}

beforeEach(() => {
  globalThis.fetch = async (input, init) =>
    refusal?.(`${init?.method ?? 'GET'} ${String(input)}`) ?? fetchFromOwnServer(input, init);
});
afterEach(() => {
  refusal = null;
  globalThis.fetch = fetchFromOwnServer;
});

interface Action {
  name: string;
  method: string;
  path: RegExp;
  /** How the page calls what was not done. */
  says: RegExp;
  act(): Promise<void>;
}

const inLibrary = async (): Promise<void> => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await page.getByRole('link', { name: 'Find orders' }).waitFor();
};

const ACTIONS: Action[] = [
  {
    name: 'inviting',
    method: 'POST',
    path: /\/invite$/,
    says: /^Error inviting\. /,
    async act() {
      await page.goto(`/${SANDBOX.slug}/org`);
      await page.getByRole('button', { name: 'Invite' }).click();
      const panel = page.getByRole('dialog', { name: 'Invite people' });
      await panel.getByLabel('Email addresses').first().fill('someone@partner.example,');
      await panel.getByRole('button', { name: 'Invite', exact: true }).click();
    },
  },
  {
    name: 'sharing',
    method: 'POST',
    path: /\/share$/,
    says: /^Error sharing\. /,
    async act() {
      const panel = await openShare(await ownCommand(`refused_${Math.floor(performance.now())}`));
      await recipients(panel).fill('maria@pushboard.example');
      await recipients(panel).press('Enter');
      await share(panel).click();
    },
  },
  {
    name: 'hiding',
    method: 'PATCH',
    path: /\/kits\/\d+$/,
    says: /^“Find orders” was not hidden\. /,
    async act() {
      await inLibrary();
      const row = page.getByRole('row').filter({ hasText: 'Find orders' }).first();
      await row.hover();
      await row.getByRole('button', { name: 'Hide Find orders' }).click();
    },
  },
];

describe.each(ACTIONS)('$name, when it is refused', ({ method, path, says, act }) => {
  test.each(REFUSALS)('with $status, says what was not done and why', async (given) => {
    refuse(method, path, given);
    await act();
    const message = page.getByText(says).first();
    await expect(message).toContainText(given.message);
    await expect(page.getByText(/make sure the email addresses/i)).toHaveCount(0);
  });
});

test('another engineer of a command that needs approval is asked for in the panel, and is made one once approved', async () => {
  const command = await ownCommand('guarded');
  await call('PATCH', `/kits/${command.id}`, { needsApproval: true });
  await call('POST', `/kits/${command.id}/share`, {
    recipients: [
      { userId: people.engineer, newKitDirRole: 'admin' },
      { userId: MARIA, newKitDirRole: 'runner' },
    ],
    skipTheSending: true,
  });
  const panel = await openShare(command, '&share-tab=share');
  await expect(
    panel.getByText('Engineers also configure and share it, and answer its requests for approval.'),
  ).toBeVisible();
  await panel.getByText('Engineer', { exact: true }).first().click();
  await expect(panel.getByText(/must approve another engineer/)).toHaveCount(0);
  await findAndChoose(recipients(panel), 'maria', /Maria Keller/);
  await expect(
    panel.getByText(
      'Jonas Okafor must approve another engineer of this command. We ask them when you press Share.',
    ),
  ).toBeVisible();
  await share(panel).click();
  const notice = panel.getByRole('alert');
  await expect(notice.getByText('Approval requested')).toBeVisible();
  await expect(notice).toContainText(
    'Jonas Okafor must approve this change. We asked them. It takes away some of what protects',
  );
  await expect(page.getByText(/^Error sharing/)).toHaveCount(0);
  await expect(notice.getByRole('link', { name: 'Approvals' })).toHaveAttribute(
    'href',
    `/${SANDBOX.slug}/approvals?box=asked`,
  );
  await panel.getByRole('tab', { name: 'Shared with' }).click();
  await panel.getByLabel('Role of Maria Keller').selectOption('Engineer');
  await expect(panel.getByRole('alert').getByText('Approval requested')).toBeVisible();

  await signInAs('engineer');
  await page.goto(`/${SANDBOX.slug}/approvals`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(/^Approved\. .* can now make the change\.$/)).toBeVisible();

  await signInAs('admin');
  await page.goto(`/${SANDBOX.slug}/approvals?box=asked`);
  await page.getByRole('link', { name: 'Share', exact: true }).click();
  // What was filled in is still there.
  await share(panel).click();
  await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();
});
