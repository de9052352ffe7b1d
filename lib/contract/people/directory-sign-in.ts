import { z } from 'zod';
import { none } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { person } from './people';

const token = z.string().min(1).max(8000);

export const startDirectorySignIn = operation({
  id: 'startDirectorySignIn',
  method: 'POST',
  effect: 'change',
  path: '/sign-in/directory/start',
  summary:
    'Begins a sign-in with the directory: returns the address to go to, and sets a cookie that binds the rest to this browser; 409 where there is no directory',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: requestBody({ isPopup: ['isPopup', z.boolean()] }),
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({ url: ['url', z.url()], state: ['state', z.string()] }),
  },
  limit: 'signIn',
});

export const finishDirectorySignIn = operation({
  id: 'finishDirectorySignIn',
  method: 'POST',
  effect: 'change',
  path: '/sign-in/directory/finish',
  summary:
    'Ends a sign-in with what the directory returned, and sets the session cookie; 403 for people who are not in the directory; 409 where there is no directory',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: requestBody({ code: ['code', token], state: ['state', token] }),
  answer: { kind: 'json', status: 200, schema: person },
  limit: 'signIn',
});

export const renewDirectorySession = operation({
  id: 'renewDirectorySession',
  method: 'POST',
  effect: 'change',
  path: '/sign-in/directory/renew',
  summary:
    'Asks the directory, at most once an hour, whether the caller may stay signed in. If not, ends the session and returns 401. Returns 409 without a directory',
  permission: { needs: 'signedIn' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
