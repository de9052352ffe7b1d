import { z } from 'zod';
import { none, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** A browser in which the person is signed in. */
export const session = resource({
  /** Names it in lists and in records; nobody can sign in with it. */
  sessionId: ['session_id', textId],
  /** "Chrome on Windows"; null if the browser didn't say. */
  device: ['device', z.string().nullable()],
  address: ['address', z.string().nullable()],
  /** Who vouched for the person; null for a session that began before this was recorded. */
  issuer: ['issuer', z.string().nullable()],
  beganAt: ['began_at', time],
  lastUsedAt: ['last_used_at', time],
  isCurrent: ['is_current', z.boolean()],
});

export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  effect: 'read',
  path: '/users/me/sessions',
  summary: 'The open sessions of the person who is calling, last used first. Not for tokens',
  permission: { needs: 'signedIn', inPerson: true },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(session) },
});

export const endSession = operation({
  id: 'endSession',
  method: 'DELETE',
  effect: 'change',
  path: '/users/me/sessions/{sessionId}',
  summary: 'Ends one of the caller’s sessions, at once. Not for tokens',
  permission: { needs: 'signedIn', inPerson: true },
  params: z.strictObject({ sessionId: textId }),
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

export const endOtherSessions = operation({
  id: 'endOtherSessions',
  method: 'DELETE',
  effect: 'change',
  path: '/users/me/sessions',
  summary: 'Ends all of the caller’s sessions except the one of this request. Not for tokens',
  permission: { needs: 'signedIn', inPerson: true },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
