import { beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { insertSession } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { send, sendRaw } from '../../support/app/http';
import { createOrganizations } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp({ APP_URL: 'https://push.example.com' });
beforeAll(createOrganizations);

const own = { origin: 'https://push.example.com' };
const signIn = (cookie = '') =>
  sendRaw('POST', '/demo/sign-in', { body: { userId: people.runner }, headers: { ...own, cookie } });
const whoIs = async (cookie: string) => (await send('GET', '/users/me', { headers: { cookie } })).body;

describe('S28 behind TLS, the session cookie', () => {
  it('goes only over TLS, and is taken from this host alone', async () => {
    const header = (await signIn()).headers.get('set-cookie') ?? '';
    expect(header).toMatch(/^__Host-pushboard_session=[\w-]{43,};/);
    for (const attribute of [/; Secure/, /; HttpOnly/, /; SameSite=Lax/, /; Path=\/;/]) {
      expect(header).toMatch(attribute);
    }
    expect(header).not.toMatch(/Domain/i);
    expect(await whoIs(header.split(';')[0] ?? '')).toMatchObject({ user_id: people.runner });
  });

  it('is not one that a neighbor may have put there', async () => {
    const header = (await signIn()).headers.get('set-cookie') ?? '';
    expect(await whoIs((header.split(';')[0] ?? '').replace('__Host-', ''))).toBeNull();
  });

  it('takes the place of an earlier release’s, whose session ends with the next sign-in', async () => {
    const former = await transaction((tx) => insertSession(tx, people.engineer, 'demo', { address: null }));
    const sessions = await prisma().session.count();
    const answered = await signIn(`pushboard_session=${former}`);
    expect(answered.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^pushboard_session=;.*Max-Age=0/),
    );
    // One began, and one ended.
    expect(await prisma().session.count()).toBe(sessions);
  });

  it('is removed by logging out', async () => {
    const cookie = ((await signIn()).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const answered = await sendRaw('POST', '/sign-out', { headers: { ...own, cookie } });
    expect(answered.headers.get('set-cookie')).toMatch(/^__Host-pushboard_session=;.*Max-Age=0; Secure/);
    expect(await whoIs(cookie)).toBeNull();
  });
});
