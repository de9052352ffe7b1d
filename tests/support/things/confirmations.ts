import { transaction } from '@/server/base/database/db';
import { insertSession } from '@/server/people/sign-in/session';
import { type Answered, send } from '../app/http';
import type { callMcp } from '../app/mcp';

/** What a browser sends with the session of a person. */
export async function sessionOf(userId: string): Promise<Record<string, string>> {
  const token = await transaction((tx) => insertSession(tx, userId, 'demo', { address: null }));
  return { cookie: `pushboard_session=${token}`, origin: 'http://localhost:3000' };
}

/** The code of a call that asked for confirmation. Fails with the text of one that didn't. */
export function codeIn({ structuredContent, text }: Awaited<ReturnType<typeof callMcp>>): string {
  const { status, code } = structuredContent ?? {};
  if (status === 'needs_confirmation' && typeof code === 'string') return code;
  throw new Error(`No confirmation was asked for: ${text}`);
}

/** Answers as a person does in their browser. */
export async function answer(
  userId: string,
  code: string,
  body: { isConfirmed: boolean; confirmation?: string } = { isConfirmed: true },
): Promise<Answered> {
  return send('POST', `/users/me/confirmations/${code}`, { headers: await sessionOf(userId), body });
}
