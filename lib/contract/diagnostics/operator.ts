import { z } from 'zod';
import { none } from '@/lib/wire/values';
import { requestBody } from '@/lib/wire/wire';
import { operation } from '../operation';

export const signInAsOperator = operation({
  id: 'signInAsOperator',
  method: 'POST',
  effect: 'change',
  path: '/diagnostics/operator',
  summary:
    'Shows this browser the checks of the operator for an hour, with the key of the server; 404 where no key is set',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: requestBody({ key: ['key', z.string().min(1).max(500)] }),
  answer: { kind: 'nothing' },
  limit: 'signIn',
  answersWithoutDatabase: true,
});

export const signOutAsOperator = operation({
  id: 'signOutAsOperator',
  method: 'DELETE',
  effect: 'change',
  path: '/diagnostics/operator',
  summary: 'Ends what signing in as the operator began',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
  answersWithoutDatabase: true,
});
