import type { APIRequest, APIRequestContext } from '@playwright/test';

/**
 * The people of demo mode: the sandbox's admin, an engineer and a runner there, and a person of another organization.
 */
export const people = {
  admin: 'demo-dana',
  engineer: 'demo-jonas',
  runner: 'demo-maria',
  stranger: 'demo-alex',
} as const;

export type Who = keyof typeof people;

/** Returns the cookies of a signed-in person. */
export type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;

/** Signs in without the sign-in page, which has its own journey. */
export async function signIn(request: APIRequest, baseURL: string, who: Who): Promise<Session> {
  // With the journey's cookies, signing in would end its session.
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
