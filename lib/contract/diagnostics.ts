import { z } from 'zod';
import { none } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from './operation';

/** The result of a check. The last two are always null: what went wrong stands in the log of the server. */
const diagnosticResult = resource({
  state: ['state', z.enum(['success', 'failure'])],
  data: ['data', z.string().nullable()],
  message: ['message', z.string()],
  traceback: ['traceback', z.null()],
  stack: ['stack', z.null()],
});

export const checkHello = operation({
  id: 'checkHello',
  method: 'GET',
  effect: 'read',
  path: '/diagnostics/helloflank',
  summary: 'Whether the API can be reached',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: diagnosticResult },
});

export const checkAuthorizedHello = operation({
  id: 'checkAuthorizedHello',
  method: 'GET',
  effect: 'read',
  path: '/diagnostics/helloflank/auth',
  summary: 'Whether the API can be reached, and recognizes the caller',
  permission: { needs: 'signedIn' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: diagnosticResult },
});
