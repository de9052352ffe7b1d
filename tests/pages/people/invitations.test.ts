import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { closeMail } from '@/server/messages/transport';
import { beginInvitation, findOrCreatePerson } from '@/server/people/members/people';
import { sendSignInLink } from '@/server/people/sign-in/email-links/send-link';
import { makeAdmin } from '@/server/people/sign-in/operator/make-admin';
import { withApp } from '../../support/app/app';
import { smtpDouble } from '../../support/doubles/smtp';
import { closeBrowser } from '../support/browser';
import { expect } from '../support/expectations';
import { page } from '../support/page';

const smtp = await smtpDouble();

withApp({ AUTH_MODE: 'hosted', SMTP_URL: smtp.url, MAIL_FROM: 'Pushboard <pushboard@example.com>' });

const ANA = 'ana@example.com';
const BO = 'bo@example.com';

beforeAll(() => smtp.start());
afterAll(async () => {
  closeMail();
  await smtp.stop();
});

beforeEach(async () => {
  smtp.taken.length = 0;
  await prisma().user.deleteMany();
  await prisma().org.deleteMany();
  await prisma().orgSlug.deleteMany();
  await prisma().signInLink.deleteMany();
  await makeAdmin(ANA, 'Acme');
});
afterEach(closeBrowser);

/** Invites a person to Acme, and returns the address of the invitation. */
async function invite(email: string): Promise<string> {
  const ana = await prisma().user.findFirstOrThrow({ where: { email: ANA } });
  const { orgId } = await prisma().org.findFirstOrThrow({ where: { name: 'Acme' } });
  const inviter = { ...ana, kind: 'person' as const, memberships: [], through: { kind: 'demo' as const } };
  const source = { actorUserId: ana.userId, through: null, address: null, requestId: null };
  const invitation = await transaction(async (tx) =>
    beginInvitation(tx, orgId, inviter, await findOrCreatePerson(tx, email, null), 'member', source),
  );
  return `/join#${invitation?.token}`;
}

async function openNewestLink(): Promise<void> {
  const links = await prisma().signInLink.findMany({ orderBy: { linkId: 'asc' } });
  for (const { linkId } of links) await sendSignInLink(linkId);
  const [link = ''] = /\/sign-in\/link#\S+/.exec(smtp.taken.at(-1)?.mail.text ?? '') ?? [];
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Begins to sign in from an invitation, and asks for a link. */
async function signInFrom(invitation: string, email?: string): Promise<void> {
  await page.goto(invitation);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Join Acme')).toBeVisible();
  const field = page.getByLabel('Email');
  await expect(field).toHaveValue(BO);
  if (email !== undefined) await field.fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('a message is on its way').waitFor();
}

const commands = () => page.getByRole('heading', { level: 1, name: 'Commands' });

describe('an invitation', () => {
  test('of someone else lets a person in without it, with the same link', async () => {
    await signInFrom(await invite(BO), ANA);
    await openNewestLink();
    await expect(page.getByRole('alert')).toContainText(`This invitation is for ${BO}`);
    await expect(page.getByRole('link', { name: 'Use another account' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign in without it' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    // It is forgotten in this tab, and stays open for its own person.
    await page.goto('/sign-in?as=someone-else');
    await expect(page.getByLabel('Email')).toHaveValue('');
    await expect(page.getByText('Join Acme')).toHaveCount(0);
  });

  test('that was replaced is said, and isn’t sent again', async () => {
    const replaced = await invite(BO);
    await page.goto(replaced);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Send the link' }).waitFor();
    await invite(BO);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('a message is on its way').waitFor();
    await openNewestLink();
    await expect(page.getByRole('alert')).toContainText('replaced by a newer one');
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(BO);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('a message is on its way').waitFor();
    await openNewestLink();
    await expect(commands()).toBeVisible();
  });

  test('isn’t wanted anymore', async () => {
    await page.goto(await invite(BO));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign in without it' }).click();
    await expect(page.getByText('Join Acme')).toHaveCount(0);
    await expect(page.getByLabel('Email')).toHaveValue('');
  });

  test('that a provider’s sign-in fails with is said there, and is kept for another account alone', async () => {
    await page.goto(await invite(BO));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Join Acme').waitFor();
    await page.goto('/loading?failure=invitationOfOther');
    const notice = page.getByRole('alert').filter({ hasText: 'You have not joined Acme' });
    await expect(notice).toContainText('This invitation is for another email address.');
    await expect(page.getByLabel('Email')).toHaveValue('');
    await notice.getByRole('button', { name: 'Use another account' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(BO);
    await page.goto('/loading?failure=invitationClosed');
    await expect(notice).toContainText('Ask the sender for a new one.');
    await notice.getByRole('button', { name: 'Sign in without it' }).click();
    await expect(notice).toHaveCount(0);
    await expect(page.getByLabel('Email')).toHaveValue('');
  });

  test('that was accepted says so, to its person and to visitors', async () => {
    const invitation = await invite(BO);
    await signInFrom(invitation);
    await openNewestLink();
    await expect(commands()).toBeVisible();
    await page.goto(invitation);
    await expect(page.getByRole('heading', { name: 'You have joined Acme' })).toBeVisible();
    await closeBrowser();
    await page.goto(invitation);
    await expect(page.getByRole('heading', { name: 'You have joined Acme: sign in' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
  });
});

test('why a sign-in failed stays on the page', async () => {
  await page.goto('/loading?failure=canceled');
  const notice = page.getByRole('alert').filter({ hasText: 'You are not signed in' });
  await expect(notice).toContainText('You canceled the sign-in. Nothing has changed.');
});
