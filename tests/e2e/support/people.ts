import type { APIRequest, APIRequestContext } from '@playwright/test';

/** The people of demo mode: the sandbox's admin, an engineer and a runner there, and one from elsewhere. */
export const people = {
  admin: 'demo-dana',
  engineer: 'demo-jonas',
  runner: 'demo-maria',
  stranger: 'demo-alex',
} as const;

export type Who = keyof typeof people;

/** The cookies of somebody who has signed in. */
export type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;

/** Signs in without the page that asks who one is; that page has a journey of its own. */
export async function signIn(request: APIRequest, baseURL: string, who: Who): Promise<Session> {
  // With the cookies of the journey around it, signing in would end the session of whoever walks it.
  const context = await request.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const response = await context.post('/api/v1/demo/sign-in', {
    data: { userId: people[who] },
    headers: { origin: new URL(baseURL).origin },
  });
  if (!response.ok()) throw new Error(`Signing in as ${who} answered ${response.status()}`);
  const session = await context.storageState();
  await context.dispose();
  return session;
}
