import { z } from 'zod';
import { operation } from './operation';
import { none, textId } from './values';
import { resource } from './wire';

/** A check that could be made, and what it found. */
const checked = <Data extends z.ZodType>(data: Data) =>
  resource({ state: ['state', z.literal('success')], data: ['data', data] });

export const sayHello = operation({
  id: 'sayHello',
  method: 'GET',
  effect: 'read',
  path: '/diagnostics/helloflank',
  summary: 'Answers anyone that the API can be reached',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: checked(resource({ message: ['message', z.string()] })) },
});

export const sayHelloToCaller = operation({
  id: 'sayHelloToCaller',
  method: 'GET',
  effect: 'read',
  path: '/diagnostics/helloflank/auth',
  summary: 'Answers people who are signed in, and tokens, that the API can be reached and knows who calls',
  permission: { needs: 'signedIn' },
  params: none,
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: checked(resource({ message: ['message', z.string()], userId: ['user_id', textId] })),
  },
});
