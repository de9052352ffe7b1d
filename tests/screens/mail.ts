import type { Page } from '@playwright/test';
import { people } from '../e2e/support/people';
import { builderPath, SANDBOX } from '../e2e/support/steps';
import { goTo, post, type Screen } from './screen';

/** Messages, the pages they link to, and requests for access. */
export const mailScreens: readonly Screen[] = [
  {
    name: 'no-access',
    isSignedOut: true,
    show: async (page) => {
      await signInAsNewcomer(page);
      await page.goto(await builderPath(page, 'Refund an order'));
      await page.getByRole('button', { name: 'Request access' }).waitFor();
    },
  },
  {
    name: 'outbox',
    show: async (page) => {
      await post(page, 'invite', { recipients: [{ email: 'vera@example.org' }] });
      await goTo(page, `/${SANDBOX.slug}/outbox`);
      await page.getByRole('table', { name: 'Messages' }).waitFor();
    },
  },
  {
    name: 'outbox-message',
    show: async (page) => {
      await showNewestMessage(page);
      await page.getByRole('article', { name: 'The message' }).waitFor();
    },
  },
  {
    name: 'outbox-empty',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/outbox?state=failed`);
      await page.getByText('No messages with this status').waitFor();
    },
  },
  {
    name: 'join',
    show: async (page) => {
      await showNewestMessage(page);
      const link = await page
        .getByRole('article', { name: 'The message' })
        .getByText(/\/join#/)
        .textContent();
      await page.goto(link ?? '');
      await page.getByRole('heading', { name: 'Join Sandbox' }).waitFor();
    },
  },
  {
    name: 'join-closed',
    isSignedOut: true,
    show: async (page) => {
      await page.goto('/join#used-already');
      await page.getByRole('heading', { name: 'This invitation is no longer open' }).waitFor();
    },
  },
];

/** Invites a person, and opens the message that they would get. */
async function showNewestMessage(page: Page): Promise<void> {
  await post(page, 'invite', { recipients: [{ email: 'vera@example.org' }], optionalNote: 'Welcome!' });
  await goTo(page, `/${SANDBOX.slug}/outbox`);
  await page.getByRole('table', { name: 'Messages' }).getByRole('link').first().click();
}

/** Signs in as a member without grants; the first picture invites them. */
async function signInAsNewcomer(page: Page): Promise<void> {
  const email = 'newcomer@example.org';
  const headers = { 'x-demo-user-id': people.admin };
  const base = `/api/v1/${SANDBOX.orgId}`;
  const invited = await page.request.post(`${base}/invite`, { headers, data: { recipients: [{ email }] } });
  const [{ error }] = await invited.json();
  const known: { user_id: string; email: string }[] = await (
    await page.request.get('/api/v1/demo/people')
  ).json();
  const data: Record<string, string> = {
    userId: known.find((person) => person.email === email)?.user_id ?? '',
  };
  if (error === null) {
    const [newest] = await (await page.request.get(`${base}/outbox?per_page=1`, { headers })).json();
    const message = await (await page.request.get(`${base}/outbox/${newest.mail_id}`, { headers })).json();
    data.joinOrgToken = new URL(message.content.link.url).hash.slice(1);
  }
  const origin = new URL(process.env.SCREENS_URL ?? 'http://localhost:3000').origin;
  await page.request.post('/api/v1/demo/sign-in', { data, headers: { origin } });
}
